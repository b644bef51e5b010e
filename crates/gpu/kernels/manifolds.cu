// Manifolds are built, looked at again, and carried over from one sorting of the grid to the next.

DEVICE_CALL void build_manifold(const World& w, const Params& P, u32 s) {
  Sides sides = sides_of(w.sides[s]);
  u32 a = sides.a, b = sides.b;
  Before old;
  float4 n4 = w.normal[s];
  old.count = points_of(n4);
  old.normal = V(n4);
  for (u32 o = 0; o < POINTS; o++) if (o < old.count) {
    u32 q = o * P.most_pairs + s;
    float2 drag = w.drag[q];
    old.feature[o] = w.feature[q]; old.impulse[o] = V(w.push[q], drag.x, drag.y);
    old.approach[o] = w.approach[q]; old.arm[o] = arm_of(w, q, old.normal);
  }
  v3 pa = V(w.delta[2 * a]), ta = V(w.delta[2 * a + 1]), pb = V(0, 0, 0), tb = pb, d = pb;
  Motion va = motion_of(w, a), vb = at_rest();
  f32 rims = POINTS > 1 ? w.delta[2 * a].w * length(va.w) : 0.0f;
  if (!sides.wall) {
    vb = motion_of(w, b);
    pb = V(w.delta[2 * b]);
    tb = V(w.delta[2 * b + 1]);
    d = from_to(P, w.cell[a], V(w.position[a]), w.cell[b], V(w.position[b])) + (pb - pa);
    if (POINTS > 1) rims += w.delta[2 * b].w * length(vb.w);
  }
  f32 margin = lesser(P.point_margin + 2.0f * P.h * (length(vb.v - va.v) + rims), P.most_margin);
  Manifold m;
  find_points(w, P, sides, d, margin, old.count ? old.feature[0] >> 6 : NOBODY, m);
  u32 ma = (u32)w.cell[a].w / 256u, mb = (sides.wall ? (u32)w.wall_cell[wall_of(w, b)].w : (u32)w.cell[b].w) / 256u;
  float2 surface = w.surfaces[ma * P.materials + mb]; // friction, restitution
  v3 t1, t2;
  tangents(m.normal, t1, t2);
  v3 impulse[POINTS];
  f32 approach[POINTS];
  for (u32 j = 0; j < POINTS; j++) { impulse[j] = V(0, 0, 0); approach[j] = 0; }
  carry_impulses(m, old, t1, t2, surface.x, w.delta[2 * a].w, impulse, approach);
  for (u32 j = 0; j < POINTS; j++) if (j < m.count) {
    u32 q = j * P.most_pairs + s;
    v3 ra = m.arm[j], rb = ra - d;
    if (!(impulse[j].x > 0)) approach[j] = dot(m.normal, slip(va, vb, ra, rb));
    f32 grip = tangent_mass(va, vb, ra, rb, t1, t2);
#if POINTS == 1
    w.arm[q] = make_float4(dot(ra, m.normal), dot(rb, m.normal), surface.x, grip);
    w.gap[q] = m.gap[j] - dot(m.normal, pb - pa);
#else
    w.arm[q] = F(ra, m.gap[j]);
    w.gap[q] = m.gap[j] - dot(m.normal, pb - pa + cross(tb, rb) - cross(ta, ra));
    w.mass[q] = 1.0f / (va.inverse_mass + vb.inverse_mass + response(va, vb, ra, rb, m.normal, m.normal));
    w.grip[q] = grip;
#endif
    w.push[q] = impulse[j].x;
    w.drag[q] = make_float2(impulse[j].y, impulse[j].z);
    w.approach[q] = approach[j];
    w.feature[q] = m.feature[j];
  }
#if POINTS == 1
  w.normal[s] = F(m.normal, m.count ? m.gap[0] : FAR);
#else
  w.normal[s] = F(m.normal, float_of(m.count));
#endif
  w.apart[s] = F(d, surface.x);
  v3 way, turn;
  moved_apart(w, s, sides, way, turn);
  w.seen_way[s] = F(way, greater(P.look_again, 0.5f * m.apart));
  w.seen_turn[s] = F(turn, surface.y);
}
DEVICE void list_to_build(const World& w, u32 s) { w.list_a[take_place(&w.stat->to_build, 0)] = s; }
// Gaps as they are now. Pairs that have moved against each other are looked at again.
KERNEL look(WORLD, u32, u32) {
  IN_TURN();
  if (w.stat->halted) return;
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(s, n) {
    Sides sides = sides_of(w.sides[s]);
    v3 way, turn;
    moved_apart(w, s, sides, way, turn);
    float4 seen = w.seen_way[s], n4 = w.normal[s];
    f32 moved = length(way - V(seen));
#if POINTS == 1
    if (moved > seen.w) list_to_build(w, s);
    else if (n4.w < FAR) w.normal[s].w = w.gap[s] + dot(V(n4), way);
#else
    moved += w.delta[2 * (sides.wall ? sides.a : sides.b)].w * length(turn - V(w.seen_turn[s]));
    if (moved > seen.w) { list_to_build(w, s); continue; }
    v3 n3 = V(n4), d = V(w.apart[s]), p = -V(w.delta[2 * sides.a]), ta = V(w.delta[2 * sides.a + 1]), tb = V(0, 0, 0);
    if (!sides.wall) { p = p + V(w.delta[2 * sides.b]); tb = V(w.delta[2 * sides.b + 1]); }
    u32 count = points_of(n4);
    for (u32 j = 0; j < count; j++) {
      u32 q = j * P.most_pairs + s;
      v3 ra = V(w.arm[q]), rb = ra - d;
      w.arm[q].w = w.gap[q] + dot(n3, p + cross(tb, rb) - cross(ta, ra));
    }
#endif
  }
}
DEVICE void list_to_gather(const World& w, u32 s) {
  if (atomic_swap(w.changed + s, 1u) == 0) w.list_b[take_place(&w.stat->to_gather, 0)] = s;
}
KERNEL BLOCKS(4) build(WORLD, u32, u32) {
  IN_TURN();
  if (w.stat->halted) return;
  const Params& P = w.p;
  u32 n = w.stat->to_build;
  FOR(i, n) {
    u32 s = w.list_a[i];
    build_manifold(w, P, s);
    Sides sides = sides_of(w.sides[s]);
    list_to_gather(w, sides.a);
    if (!sides.wall) list_to_gather(w, sides.b);
  }
}
// Before the grid is sorted: the numbers of the bodies of pairs, and what manifolds have seen, as
// motion that begins anew continues it. Two bodies that turn as one have not moved against each
// other, yet their normal turns with them: a part of the turn counts as moved. What manifolds are
// is `kept` from here on.
KERNEL keep(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(k, n) {
    uint2 p = w.pair[k];
    w.kept_other[k] = p.y < WALL ? w.id[p.y] : p.y;
    u32 s = w.kept_slot[k];
    float4 way = w.kept_seen_way[s], turn = w.kept_seen_turn[s];
    v3 dp = -V(w.delta[2 * p.x]), dt = V(0, 0, 0);
    if (p.y < WALL) dp = dp + V(w.delta[2 * p.y]);
#if POINTS > 1
    v3 ta = V(w.delta[2 * p.x + 1]);
    dt = -ta;
    if (p.y < WALL) { dp = dp - cross(ta, V(w.kept_apart[s])); dt = dt + V(w.delta[2 * p.y + 1]); }
    way.w -= 0.1f * w.delta[2 * p.x].w * length(ta);
#endif
    w.kept_seen_way[s] = F(V(way) - dp, way.w);
    w.kept_seen_turn[s] = F(V(turn) - dt, turn.w);
  }
  FOR(s, P.bodies) { u32 i = w.id[s]; w.kept_start[i] = w.pair_start[s]; w.kept_end[i] = w.pair_start[s + 1]; }
}
// Manifolds of before in their new places; new pairs are empty, and built next.
KERNEL carry_manifolds(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(k, n) {
    u32 s = w.slot[k], kept = w.kept_at[k];
    w.sides[s] = w.pair[k];
    if (kept == NOBODY) {
      w.normal[s] = make_float4(0, 0, 1, POINTS == 1 ? FAR : float_of(0u));
      list_to_build(w, s);
      continue;
    }
    u32 from = w.kept_slot[kept];
    float4 normal = w.kept_normal[from];
    u32 count = points_of(normal);
    w.normal[s] = normal;
    w.seen_way[s] = w.kept_seen_way[from];
    w.seen_turn[s] = w.kept_seen_turn[from];
    if (w.seen_way[s].w < -0.5f * FAR) list_to_build(w, s); // of a state that was set
    if (POINTS > 1) w.apart[s] = w.kept_apart[from];
    for (u32 j = 0; j < count; j++) {
      u32 q = j * P.most_pairs + s, o = j * P.most_pairs + from;
      float4 arm = w.kept_arm[o];
      w.arm[q] = arm;
      w.gap[q] = POINTS == 1 ? normal.w : arm.w;
      if (POINTS > 1) { w.mass[q] = w.kept_mass[o]; w.grip[q] = w.kept_grip[o]; }
      w.push[q] = w.kept_push[o]; w.drag[q] = w.kept_drag[o]; w.approach[q] = w.kept_approach[o];
      w.feature[q] = w.kept_feature[o];
    }
  }
}
