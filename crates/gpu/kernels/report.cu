// What a step tells, reduced in a fixed order.
#define CHUNK 64u

// Deepest overlap and contacts where bodies are now.
KERNEL measure(World w, u32, u32) {
  const Params& P = w.p;
  u32 n = w.stat->pairs, points = 0, touching = 0;
  f32 deepest = 0;
  FOR(s, n) {
    float4 n4 = w.normal[s];
    u32 count = bits_of(n4.w);
    Sides sides = sides_of(w.sides[s]);
    v3 nn = V(n4), d = V(w.apart[s]), way = -V(w.delta[2 * sides.a]), ta = V(w.delta[2 * sides.a + 1]), tb = V(0, 0, 0);
    if (!sides.wall) { way = way + V(w.delta[2 * sides.b]); tb = V(w.delta[2 * sides.b + 1]); }
    for (u32 j = 0; j < count; j++) {
      u32 q = j * P.most_pairs + s;
      float4 r4 = w.arm[q];
      v3 ra = V(r4), rb = ra - d;
      f32 gap = r4.w + dot(nn, way + cross(tb, rb) - cross(ta, ra));
      points++;
      if (w.impulse[q].x > 0) touching++;
      deepest = greater(deepest, -gap);
    }
  }
  total_add(&w.stat->points, points);
  total_add(&w.stat->touching, touching);
  total_max(&w.stat->deepest, bits_of(deepest));
}
// Energies of 64 bodies each, summed by one thread: kinetic energy and height, in double precision.
KERNEL sum_energy(World w, u32, u32) {
  const Params& P = w.p;
  u32 chunks = (P.bodies + CHUNK - 1u) / CHUNK, fast = 0, wrong = 0;
  FOR(c, chunks) {
    double sum = 0;
    u32 end = (c + 1u) * CHUNK < P.bodies ? (c + 1u) * CHUNK : P.bodies;
    for (u32 s = c * CHUNK; s < end; s++) {
      float4 v = w.motion[2 * s], i = w.inertia[s];
      v3 o = unrotated(turned(w.orientation[s], V(w.delta[2 * s + 1])), V(w.motion[2 * s + 1]));
      double speed2 = (double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z;
      if (speed2 > 0.25) fast++;
      if (!(speed2 < 1e30) || !(dot(o, o) < 1e30f)) { wrong = w.id[s] + 1u > wrong ? w.id[s] + 1u : wrong; continue; }
      if (v.w > 0) sum += 0.5 * speed2 / v.w;
      if (i.x > 0) sum += 0.5 * ((double)o.x * o.x / i.x + (double)o.y * o.y / i.y + (double)o.z * o.z / i.z);
    }
    w.energy[c] = sum;
  }
  total_add(&w.stat->fast, fast);
  total_max(&w.stat->wrong, wrong);
}
// Sums of 64 sums each, and at last of all of them, by one thread each.
KERNEL sum_energies(World w, u32 last, u32) {
  const Params& P = w.p;
  u32 chunks = (P.bodies + CHUNK - 1u) / CHUNK, groups = (chunks + CHUNK - 1u) / CHUNK;
  u32 first = last ? chunks : 0u, count = last ? groups : chunks, size = last ? groups : CHUNK, out = last ? chunks + groups : chunks;
  FOR(g, last ? 1u : groups) {
    double sum = 0;
    u32 end = (g + 1u) * size < count ? (g + 1u) * size : count;
    for (u32 c = g * size; c < end; c++) sum += w.energy[first + c];
    w.energy[out + g] = sum;
  }
}
// Every body where it is now, by its number.
KERNEL read_out(World w, u32, u32) {
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 i = w.id[s];
    float4 x = w.position[s];
    int4 c = w.cell[s];
    v3 p = V(w.delta[2 * s]);
    double* out = w.poses + 3 * i;
    out[0] = (double)P.cell * c.x + ((double)x.x + (double)p.x);
    out[1] = (double)P.cell * c.y + ((double)x.y + (double)p.y);
    out[2] = (double)P.cell * c.z + ((double)x.z + (double)p.z);
    w.read_orientation[i] = turned(w.orientation[s], V(w.delta[2 * s + 1]));
    w.read_velocity[i] = w.motion[2 * s];
    w.read_spin[i] = w.motion[2 * s + 1];
  }
}
// An order-free checksum of all bits.
KERNEL checksum(World w, u32, u32) {
  const Params& P = w.p;
  u32 sum = 0;
  FOR(i, P.bodies) {
    u32 h = hash_of(i + 1u);
    float4 q = w.read_orientation[i], v = w.read_velocity[i], o = w.read_spin[i];
    f32 all[10] = {q.x, q.y, q.z, q.w, v.x, v.y, v.z, o.x, o.y, o.z};
    for (u32 k = 0; k < 10; k++) h = hash_of(h ^ bits_of(all[k]));
    for (u32 k = 0; k < 3; k++) {
      u64 bits = bits_of_double(w.poses[3 * i + k]);
      h = hash_of(h ^ (u32)bits);
      h = hash_of(h ^ (u32)(bits >> 32));
    }
    sum += h;
  }
  total_add(&w.stat->checksum, sum);
}
KERNEL begin_step(World w, u32, u32) {
  if (THREAD != 0) return;
  w.stat->done = 0;
  w.stat->looked = 0;
}
KERNEL begin_measure(World w, u32, u32) {
  if (THREAD != 0) return;
  w.stat->points = w.stat->touching = w.stat->deepest = w.stat->fast = w.stat->wrong = w.stat->checksum = 0;
}
KERNEL begin_segment(World w, u32, u32) {
  if (THREAD != 0) return;
  w.stat->halted = w.stat->since = w.stat->left_path = 0;
}
