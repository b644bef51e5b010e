// A sub-step: accelerate and warm start, biased sweep, advance, relaxing sweep, restitution.
// (Macklin et al. 2019, "Small steps in physics simulation"; Catto 2024, "Solver2D".)

struct Motion {
  v3 v, w;
  f32 inverse_mass, fourth;
#if POINTS > 1
  float4 diagonal, mixed; // of the inverse inertia
#endif
};
DEVICE Motion motion_of(const World& w, u32 s) {
  Motion m;
  float4 v = w.motion[2 * s], o = w.motion[2 * s + 1];
  m.v = V(v); m.w = V(o); m.inverse_mass = v.w; m.fourth = o.w;
  return m;
}
// With what an impulse needs.
DEVICE Motion mover_of(const World& w, u32 s) {
  Motion m = motion_of(w, s);
#if POINTS > 1
  m.diagonal = w.inverse_inertia[2 * s];
  m.mixed = w.inverse_inertia[2 * s + 1];
#endif
  return m;
}
DEVICE v3 spun_by(const Motion& m, v3 t) {
#if POINTS > 1
  float4 d = m.diagonal, o = m.mixed;
  return V(d.x * t.x + o.x * t.y + o.y * t.z, o.x * t.x + d.y * t.y + o.z * t.z, o.y * t.x + o.z * t.y + d.z * t.z);
#else
  return m.fourth * t;
#endif
}
DEVICE Motion at_rest() { Motion m; m.v = m.w = V(0, 0, 0); m.inverse_mass = m.fourth = 0; return m; }
DEVICE void write_motion(const World& w, u32 s, const Motion& m) { w.motion[2 * s] = F(m.v, m.inverse_mass); w.motion[2 * s + 1] = F(m.w, m.fourth); }

// The sum of impulses of a body's manifolds acts: gathered, so that no order is left to chance.
DEVICE void gather(const World& w, const Params& P, u32 k, bool first, v3& L, v3& T) {
  u32 s = w.slot[k], count = bits_of(w.normal[s].w);
  v3 n = V(w.normal[s]), t1, t2, d = V(w.apart[s]);
  tangents(n, t1, t2);
  for (u32 j = 0; j < count; j++) {
    u32 q = j * P.most_pairs + s;
    float4 i = w.impulse[q];
    v3 p = i.x * n + i.y * t1 + i.z * t2, r = V(w.arm[q]);
    if (first) { L = L - p; T = T - cross(r, p); }
    else { L = L + p; T = T + cross(r - d, p); }
  }
}
// The spin of a free body after h in its own axes: the midpoint of I ω̇ = −ω × Iω, scaled to the
// energy that it had.
DEVICE v3 coasted(v3 o, float4 i, f32 h) {
  v3 I = V(1.0f / i.x, 1.0f / i.y, 1.0f / i.z);
  v3 L = V(I.x * o.x, I.y * o.y, I.z * o.z), c = cross(o, L);
  v3 ahead = o - h * V(i.x * c.x, i.y * c.y, i.z * c.z), mid = 0.5f * (o + ahead);
  c = cross(mid, V(I.x * mid.x, I.y * mid.y, I.z * mid.z));
  v3 end = o - h * V(i.x * c.x, i.y * c.y, i.z * c.z);
  f32 before = dot(o, L), after = dot(end, V(I.x * end.x, I.y * end.y, I.z * end.z));
  return after > 0 ? sqrtf(before / after) * end : end;
}
// Where no manifold of a body has changed, the impulses of the last sub-step are what its
// velocity gained against free flight.
KERNEL accelerate(World w, u32, u32) {
  if (w.stat->halted) return;
  const Params& P = w.p;
  v3 g = V(P.gravity_x, P.gravity_y, P.gravity_z);
  FOR(s, P.bodies) {
    Motion m = motion_of(w, s);
    v3 gain, whirl;
    if (w.changed[s]) {
      w.changed[s] = 0;
      v3 L = V(0, 0, 0), T = L;
      u32 end = w.pair_start[s + 1];
      for (u32 k = w.pair_start[s]; k < end; k++) gather(w, P, k, true, L, T);
      end = w.second_start[s + 1];
      for (u32 i = w.second_start[s]; i < end; i++) gather(w, P, w.second[i], false, L, T);
      gain = m.inverse_mass * L;
      whirl = spin_by(w, s, T);
    } else {
      gain = m.v - V(w.free_velocity[s]);
      whirl = m.w - V(w.free_spin[s]);
    }
    m.v = m.v + P.h * g;
#if POINTS > 1
    float4 i = w.inertia[s];
    if (i.w == 0.0f && dot(m.w, m.w) > 1e-8f) { // not round
      float4 q = turned(w.orientation[s], V(w.delta[2 * s + 1]));
      m.w = rotated(q, coasted(unrotated(q, m.w), i, P.h));
      turn_inertia(w, s, q, i);
    }
#endif
    w.free_velocity[s] = F(m.v, 0);
    w.free_spin[s] = F(m.w, 0);
    m.v = m.v + gain;
    m.w = m.w + whirl;
    write_motion(w, s, m);
  }
}
KERNEL advance(World w, u32, u32) {
  if (w.stat->halted) return;
  const Params& P = w.p;
  f32 left = 0, time = P.h * (f32)(w.stat->since + 1u), late = greater(time - P.step, 0.0f);
  FOR(s, P.bodies) {
    float4 p4 = w.delta[2 * s];
    v3 p = V(p4) + P.h * V(w.motion[2 * s]), t = V(w.delta[2 * s + 1]) + P.h * V(w.motion[2 * s + 1]);
    w.delta[2 * s] = F(p, p4.w);
    w.delta[2 * s + 1] = F(t, 0);
    float4 v = w.foreseen[s];
    f32 own = length(p - time * V(v)) + late * length(V(v)), gone = length(p);
    if (POINTS > 1) {
      f32 rim = p4.w * length(t);
      own += greater(rim - time * v.w, 0.0f) + late * v.w;
      gone += rim;
    }
    // As a part of what may be left: 1 is where pairs may be missed.
    left = greater(left, greater(2.0f * own / P.margin, 2.0f * gone / P.most_margin));
  }
  total_max(&w.stat->left_path, bits_of(left));
}
KERNEL end_substep(World w, u32, u32) {
  if (THREAD != 0 || w.stat->halted) return;
  w.stat->done += 1u;
  w.stat->since += 1u;
  if (float_of(w.stat->left_path) > w.p.leave) w.stat->halted = 1u;
}

// Relative velocity of a point.
DEVICE v3 slip(const Motion& a, const Motion& b, v3 ra, v3 rb) { return b.v + cross(b.w, rb) - a.v - cross(a.w, ra); }
DEVICE void strike(Sides sides, Motion& a, Motion& b, v3 ra, v3 rb, v3 p) {
  a.v = a.v - a.inverse_mass * p;
  a.w = a.w - spun_by(a, cross(ra, p));
  if (sides.wall) return;
  b.v = b.v + b.inverse_mass * p;
  b.w = b.w + spun_by(b, cross(rb, p));
}
#define BIASED 0u
#define RELAX 1u
#define RESTITUTE 2u
#define LAST_RESTITUTE 3u
#define NOTE 4u
DEVICE void solve_one(const World& w, const Params& P, u32 s, u32 stage) {
  // Loads that need not wait for each other come first.
  float4 n4 = w.normal[s], d4 = w.apart[s], first_arm = w.arm[s], first_impulse = w.impulse[s];
  float2 first_mass = w.mass[s];
  Sides sides = sides_of(w.sides[s]);
  u32 count = bits_of(n4.w);
  if (count == 0) return;
  v3 n = V(n4), d = V(d4);
  Motion a = mover_of(w, sides.a), b = at_rest();
  if (!sides.wall) b = mover_of(w, sides.b);
  v3 way = -V(w.delta[2 * sides.a]), ta = V(w.delta[2 * sides.a + 1]), tb = V(0, 0, 0);
  if (!sides.wall) { way = way + V(w.delta[2 * sides.b]); tb = V(w.delta[2 * sides.b + 1]); }
  f32 over = 1.0f / P.h, e = stage >= RESTITUTE ? w.seen_turn[s].w : 0.0f;
  if (stage >= RESTITUTE && !(e > 0)) return;
  f32 normal[POINTS];
#pragma unroll
  for (u32 j = 0; j < POINTS; j++) if (j < count) {
    u32 q = j * P.most_pairs + s;
    float4 r4 = j ? w.arm[q] : first_arm, old = j ? w.impulse[q] : first_impulse;
    v3 ra = V(r4), rb = ra - d;
    f32 gap = r4.w + dot(n, way + cross(tb, rb) - cross(ta, ra)), speed = dot(n, slip(a, b, ra, rb)), mass = j ? w.mass[q].x : first_mass.x;
    f32 total = old.x, approach = old.w;
    if (stage == NOTE) { // the speed of a point before it carries anything
      if (!(old.x > 0)) { old.w = speed; w.impulse[q] = old; }
      continue;
    } else if (stage == BIASED) {
      f32 bias = gap > 0 ? gap * over : greater(P.bias_rate * gap, -P.push_speed), share = gap > 0 ? 1.0f : P.share;
      total = greater(old.x - mass * share * (speed + bias) - (1.0f - share) * old.x, 0.0f);
    } else if (stage == RELAX) {
      total = greater(old.x - mass * (speed + greater(gap, 0.0f) * over), 0.0f);
    } else if (old.x > 0 && old.w < P.bounce_speed && gap < -0.01f * P.h * old.w) {
      // What was struck leaves with e times the speed it came with; what is still open arrives later.
      total = greater(old.x - mass * (speed + e * old.w), 0.0f);
      if (stage == LAST_RESTITUTE) approach = 0;
    }
    strike(sides, a, b, ra, rb, (total - old.x) * n);
    normal[j] = total;
    if (stage != RELAX) w.impulse[q] = make_float4(total, old.y, old.z, approach);
  }
  if (stage == NOTE) return;
  if (stage == RELAX) {
    v3 t1, t2;
    tangents(n, t1, t2);
#pragma unroll
    for (u32 j = 0; j < POINTS; j++) if (j < count) {
      u32 q = j * P.most_pairs + s;
      float4 old = j ? w.impulse[q] : first_impulse;
      v3 ra = V(j ? w.arm[q] : first_arm), rb = ra - d, u = slip(a, b, ra, rb);
      f32 mass = j ? w.mass[q].y : first_mass.y, x = old.y - mass * dot(u, t1), y = old.z - mass * dot(u, t2);
      f32 most = d4.w * normal[j], l2 = x * x + y * y;
      if (l2 > most * most) { f32 k = most / sqrtf(l2); x *= k; y *= k; }
      strike(sides, a, b, ra, rb, (x - old.y) * t1 + (y - old.z) * t2);
      w.impulse[q] = make_float4(normal[j], x, y, old.w);
    }
  }
  write_motion(w, sides.a, a);
  if (!sides.wall) write_motion(w, sides.b, b);
}
KERNEL sweep(World w, u32 stage, u32 colour) {
  u32 halted = w.stat->halted, first = w.colour_start[colour], end = w.colour_start[colour + 1];
  if (halted) return;
  const Params& P = w.p;
  for (u32 s = first + THREAD; s < end; s += THREADS) solve_one(w, P, s, stage);
}
// All colours from one on, by a single block; then the rest, one by one.
KERNEL sweep_tail(World w, u32 stage, u32 colour) {
  if (w.stat->halted) return;
  const Params& P = w.p;
  u32 colours = w.stat->colours;
  for (u32 c = colour; c < colours; c++) {
    u32 end = w.colour_start[c + 1];
    for (u32 s = w.colour_start[c] + BLOCK_THREAD; s < end; s += BLOCK_THREADS) solve_one(w, P, s, stage);
    BLOCK_SYNC();
  }
  if (BLOCK_THREAD == 0) for (u32 s = w.colour_start[COLOURS]; s < w.colour_start[COLOURS + 1]; s++) solve_one(w, P, s, stage);
}
KERNEL note_approach(World w, u32, u32) {
  if (w.stat->halted) return;
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(s, n) solve_one(w, P, s, NOTE);
}
// Impulses of sub-steps of half the length, for as long as the grid is not sorted.
KERNEL halve_impulses(World w, u32, u32) {
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  if (THREAD == 0) w.stat->since *= 2u;
  FOR(s, n) for (u32 j = 0; j < POINTS; j++) {
    u32 q = j * P.most_pairs + s;
    float4 i = w.impulse[q];
    w.impulse[q] = make_float4(0.5f * i.x, 0.5f * i.y, 0.5f * i.z, i.w);
  }
}
