// What a step tells, reduced in a fixed order.

// Deepest overlap and contacts where bodies are now.
KERNEL measure(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  u32 n = w.stat->pairs, points = 0, touching = 0;
  f32 deepest = 0;
  FOR(s, n) {
    u32 count = points_of(w.normal[s]);
    for (u32 j = 0; j < count; j++) {
      u32 q = j * P.most_pairs + s;
      points++;
      if (w.push[q] > 0) touching++;
      deepest = greater(deepest, -gap_of(w, q));
    }
  }
  total_add(&w.stat->points, points);
  total_add(&w.stat->touching, touching);
  total_max(&w.stat->deepest, bits_of(deepest));
}
// Energies of 16 bodies each, then of 64 such sums, of 64 of those, and of all: each in double
// precision by one thread.
#define CHUNK 16u
#define GROUP 64u
DEVICE u32 chunks_of(u32 n, u32 size) { return (n + size - 1u) / size; }
KERNEL sum_energy(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  u32 chunks = chunks_of(P.bodies, CHUNK), fast = 0, wrong = 0;
  FOR(c, chunks) {
    double sum = 0;
    u32 end = (c + 1u) * CHUNK < P.bodies ? (c + 1u) * CHUNK : P.bodies;
    for (u32 s = c * CHUNK; s < end; s++) {
      float4 v = w.motion[2 * s], i = w.inertia[s];
      v3 o = V(w.motion[2 * s + 1]);
      if (i.w == 0.0f) o = unrotated(turned(w.orientation[s], V(w.delta[2 * s + 1])), o);
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
KERNEL sum_energies(WORLD, u32 level, u32 last) {
  IN_TURN();
  u32 first = 0, count = chunks_of(w.p.bodies, CHUNK);
  for (u32 l = 0; l < level; l++) { first += count; count = chunks_of(count, GROUP); }
  u32 size = last ? count : GROUP, groups = last ? 1u : chunks_of(count, GROUP);
  FOR(g, groups) {
    double sum = 0;
    u32 end = (g + 1u) * size < count ? (g + 1u) * size : count;
    for (u32 c = g * size; c < end; c++) sum += w.energy[first + c];
    w.energy[first + count + g] = sum;
    if (last) {
      u64 bits = bits_of_double(sum);
      w.stat->energy_low = (u32)bits;
      w.stat->energy_high = (u32)(bits >> 32);
    }
  }
}
// Every body where it is now, by its number.
KERNEL read_out(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 i = w.id[s];
    float4 x = w.position[s];
    int4 c = home_cell(P, i, w.cell[s]);
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
KERNEL checksum(WORLD, u32, u32) {
  IN_TURN();
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
KERNEL begin_measure(WORLD, u32, u32) {
  IN_TURN();
  if (THREAD != 0) return;
  w.stat->points = w.stat->touching = w.stat->deepest = w.stat->fast = w.stat->wrong = w.stat->checksum = w.stat->joint_error = 0;
}
// The next lists are foreseen for twice the time that the last ones held, within limits.
KERNEL begin_segment(WORLD, u32, u32) {
  IN_TURN();
  if (THREAD != 0) return;
  const Params& P = w.p;
  f32 held = 2.0f * P.h * (f32)w.stat->since, time = w.stat->since ? greater(lesser(held, 4.0f * P.step), 0.25f * P.step) : P.step;
  w.stat->horizon = bits_of(time);
  w.stat->halted = w.stat->since = w.stat->left_path = w.stat->to_build = w.stat->to_gather = 0;
}
