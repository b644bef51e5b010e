// Sweeps: the manifolds of one colour after those of another.

#define BIASED 0u
#define RELAX 1u
#define RESTITUTE 2u
#define LAST_RESTITUTE 3u
#define NOTE 4u
// The whole push of a point at its speed of parting, after what it was.
DEVICE f32 pushed(const Params& P, u32 stage, f32 mass, f32 gap, f32 speed, f32 old, f32 e, f32 approach) {
  f32 over = 1.0f / P.h;
  if (stage == BIASED) {
    f32 bias = gap > 0 ? gap * over : greater(P.bias_rate * gap, -P.push_speed), share = gap > 0 ? 1.0f : P.share;
    return greater(old - mass * share * (speed + bias) - (1.0f - share) * old, 0.0f);
  }
  if (stage == RELAX) return greater(old - mass * (speed + greater(gap, 0.0f) * over), 0.0f);
  // What was struck leaves with e times the speed it came with; what is still open arrives later.
  bool struck = old > 0 && approach < P.bounce_speed && gap < -0.01f * P.h * approach;
  return struck ? greater(old - mass * (speed + e * approach), 0.0f) : old;
}
// Friction from a slip u: inside a disc of the radius `most`.
DEVICE float2 dragged(float2 old, f32 grip, v3 u, v3 t1, v3 t2, f32 most) {
  f32 x = old.x - grip * dot(u, t1), y = old.y - grip * dot(u, t2), l2 = x * x + y * y;
  if (l2 > most * most) { f32 k = most / sqrtf(l2); x *= k; y *= k; }
  return make_float2(x, y);
}
DEVICE void strike(Sides sides, Motion& a, Motion& b, v3 ra, v3 rb, v3 p) {
  a.v = a.v - a.inverse_mass * p;
  a.w = a.w - spun_by(a, cross(ra, p));
  if (sides.wall) return;
  b.v = b.v + b.inverse_mass * p;
  b.w = b.w + spun_by(b, cross(rb, p));
}
// What a sweep reads of a manifold, and no launch just before it has written.
struct Row {
  Sides sides;
  float4 normal;
#if POINTS == 1
  f32 push;
  float4 arm; // these two for the relaxing sweep
  float2 drag;
#else
  float4 apart, arm[POINTS];
  f32 push[POINTS], mass[POINTS];
#endif
};
#if POINTS == 1
DEVICE Row row_of(const World& w, u32 s, u32 stage) {
  Row row;
  row.sides = sides_of(once(w.sides + s));
  row.normal = once(w.normal + s);
  row.push = once(w.push + s);
  if (stage == RELAX) { row.arm = once(w.arm + s); row.drag = once(w.drag + s); }
  return row;
}
DEVICE void solve_row(const World& w, u32 s, const Row& row, u32 stage) {
  const Params& P = w.p;
  Sides sides = row.sides;
  f32 gap = row.normal.w;
  if (!(gap < FAR)) return;
  v3 n = V(row.normal);
  float4 va = w.motion[2 * sides.a], vb = make_float4(0, 0, 0, 0);
  if (!sides.wall) vb = w.motion[2 * sides.b];
  f32 speed = dot(n, V(vb) - V(va)), mass = 1.0f / (va.w + vb.w), e = stage >= RESTITUTE ? w.seen_turn[s].w : 0.0f;
  if (stage >= RESTITUTE && !(e > 0)) return;
  if (stage == NOTE) { // the speed of a point before it carries anything
    if (!(row.push > 0)) w.approach[s] = speed;
    return;
  }
  f32 approach = stage >= RESTITUTE ? w.approach[s] : 0.0f;
  f32 push = pushed(P, stage, mass, gap, speed, row.push, e, approach);
  if (stage == LAST_RESTITUTE && push != row.push) w.approach[s] = 0;
  v3 p = (push - row.push) * n;
  if (stage != RELAX) {
    w.motion[2 * sides.a] = F(V(va) - va.w * p, va.w);
    if (!sides.wall) w.motion[2 * sides.b] = F(V(vb) + vb.w * p, vb.w);
  } else {
    float4 arm = row.arm;
    float2 old = row.drag;
    Motion a = motion_of(w, sides.a), b = at_rest();
    if (!sides.wall) b = motion_of(w, sides.b);
    v3 t1, t2, ra = arm.x * n, rb = arm.y * n;
    tangents(n, t1, t2);
    a.v = a.v - a.inverse_mass * p;
    b.v = b.v + b.inverse_mass * p;
    float2 drag = dragged(old, arm.w, slip(a, b, ra, rb), t1, t2, arm.z * push);
    strike(sides, a, b, ra, rb, (drag.x - old.x) * t1 + (drag.y - old.y) * t2);
    write_once(w.drag + s, drag);
    write_motion(w, sides.a, a);
    if (!sides.wall) write_motion(w, sides.b, b);
  }
  write_once(w.push + s, push);
}
#else
DEVICE Row row_of(const World& w, u32 s, u32) {
  Row row;
  row.sides = sides_of(once(w.sides + s));
  row.normal = once(w.normal + s);
  u32 count = points_of(row.normal);
  if (count > 0) row.apart = once(w.apart + s);
#pragma unroll
  for (u32 j = 0; j < POINTS; j++) if (j < count) {
    u32 q = j * w.p.most_pairs + s;
    row.arm[j] = once(w.arm + q); row.push[j] = once(w.push + q); row.mass[j] = once(w.mass + q);
  }
  return row;
}
DEVICE void solve_row(const World& w, u32 s, const Row& row, u32 stage) {
  const Params& P = w.p;
  Sides sides = row.sides;
  u32 count = points_of(row.normal);
  f32 e = stage >= RESTITUTE ? w.seen_turn[s].w : 0.0f;
  if (count == 0 || (stage >= RESTITUTE && !(e > 0))) return;
  v3 n = V(row.normal), d = V(row.apart);
  Motion a = motion_of(w, sides.a), b = at_rest();
  if (!sides.wall) b = motion_of(w, sides.b);
  f32 push[POINTS];
#pragma unroll
  for (u32 j = 0; j < POINTS; j++) if (j < count) {
    u32 q = j * P.most_pairs + s;
    v3 ra = V(row.arm[j]), rb = ra - d;
    f32 speed = dot(n, slip(a, b, ra, rb)), approach = stage >= RESTITUTE ? w.approach[q] : 0.0f;
    if (stage == NOTE) { // the speed of a point before it carries anything
      if (!(row.push[j] > 0)) w.approach[q] = speed;
      continue;
    }
    push[j] = pushed(P, stage, row.mass[j], row.arm[j].w, speed, row.push[j], e, approach);
    if (stage == LAST_RESTITUTE && push[j] != row.push[j]) w.approach[q] = 0;
    strike(sides, a, b, ra, rb, (push[j] - row.push[j]) * n);
    write_once(w.push + q, push[j]);
  }
  if (stage == NOTE) return;
  if (stage == RELAX) {
    v3 t1, t2;
    tangents(n, t1, t2);
#pragma unroll
    for (u32 j = 0; j < POINTS; j++) if (j < count) {
      u32 q = j * P.most_pairs + s;
      v3 ra = V(row.arm[j]), rb = ra - d;
      float2 old = once(w.drag + q), drag = dragged(old, once(w.grip + q), slip(a, b, ra, rb), t1, t2, row.apart.w * push[j]);
      strike(sides, a, b, ra, rb, (drag.x - old.x) * t1 + (drag.y - old.y) * t2);
      write_once(w.drag + q, drag);
    }
  }
  write_motion(w, sides.a, a);
  if (!sides.wall) write_motion(w, sides.b, b);
}
#endif
// Rows are read before the launch of the colour before has ended, which writes others; only the
// first colour of the relaxing sweep finds rows that were written just now.
DEVICE void sweep(const World& w, u32 stage, u32 colour) {
  bool fresh = stage == RELAX && colour == 0;
  if (fresh) IN_TURN();
  if (once(&w.stat->halted)) { if (!fresh) IN_TURN(); return; }
  u32 first = once(w.colour_start + colour), end = once(w.colour_start + colour + 1), own = first + THREAD;
  Row row;
  if (own < end) row = row_of(w, own, stage);
  if (!fresh) IN_TURN();
  RANGE(s, first, end, THREAD, THREADS) {
#ifdef BACKWARDS // its own comes last
    row = row_of(w, s, stage);
#else
    if (s != own) row = row_of(w, s, stage);
#endif
    solve_row(w, s, row, stage);
  }
}
// Each with the registers that its stage needs.
KERNEL BLOCKS(POINTS > 1 ? 6 : 12) sweep_biased(WORLD, u32, u32 colour) { sweep(w, BIASED, colour); }
KERNEL BLOCKS(POINTS > 1 ? 6 : 9) sweep_relaxing(WORLD, u32, u32 colour) { sweep(w, RELAX, colour); }
KERNEL sweep_restituting(WORLD, u32 stage, u32 colour) { sweep(w, stage, colour); }
// All colours from one on, by a single block; then the rest, one by one.
KERNEL sweep_tail(WORLD, u32 stage, u32 colour) {
  IN_TURN();
  if (w.stat->halted) return;
  u32 colours = w.stat->colours;
  for (u32 c = colour; c < colours; c++) {
    u32 first = w.colour_start[c], end = w.colour_start[c + 1];
    RANGE(s, first, end, BLOCK_THREAD, BLOCK_THREADS) solve_row(w, s, row_of(w, s, stage), stage);
    BLOCK_SYNC();
  }
  if (BLOCK_THREAD == 0) for (u32 s = w.colour_start[COLOURS]; s < w.colour_start[COLOURS + 1]; s++) solve_row(w, s, row_of(w, s, stage), stage);
}
KERNEL note_approach(WORLD, u32, u32) {
  IN_TURN();
  if (w.stat->halted) return;
  u32 n = w.stat->pairs;
  FOR(s, n) solve_row(w, s, row_of(w, s, NOTE), NOTE);
}
// Impulses of sub-steps of half the length.
KERNEL halve_impulses(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  if (THREAD == 0) w.stat->since *= 2u;
  FOR(s, n) {
    u32 count = points_of(w.normal[s]);
    for (u32 j = 0; j < count; j++) {
      u32 q = j * P.most_pairs + s;
      w.push[q] *= 0.5f;
      w.drag[q] = make_float2(0.5f * w.drag[q].x, 0.5f * w.drag[q].y);
    }
  }
  FOR(s, P.bodies) {
    w.free_velocity[s] = F(0.5f * (V(w.motion[2 * s]) + V(w.free_velocity[s])), 0);
    w.free_spin[s] = F(0.5f * (V(w.motion[2 * s + 1]) + V(w.free_spin[s])), 0);
  }
}
