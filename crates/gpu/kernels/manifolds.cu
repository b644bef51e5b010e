// Manifolds in the order of their colours. A point keeps its gap as its later motion continues
// it: with ways p and turns θ since the grid was sorted, φ = gap + n·(p_b + θ_b×r_b − p_a − θ_a×r_a).
#define NO_FEATURE 0xFFFFFFFEu

#if POINTS > 1
DEVICE v3 spin_by(const World& w, u32 s, v3 t) {
  float4 d = w.inverse_inertia[2 * s], o = w.inverse_inertia[2 * s + 1];
  return V(d.x * t.x + o.x * t.y + o.y * t.z, o.x * t.x + d.y * t.y + o.z * t.z, o.y * t.x + o.z * t.y + d.z * t.z);
}
#else
DEVICE v3 spin_by(const World& w, u32 s, v3 t) { return w.motion[2 * s + 1].w * t; }
#endif

// What a manifold had before: impulses go, as vectors, to the nearest new points.
struct Before {
  v3 normal;
  v3 arm[POINTS];
  float4 impulse[POINTS];
  u32 feature[POINTS];
};
struct Sides { u32 a, b; bool wall; };

DEVICE_CALL void find_points(const World& w, const Params& P, const Sides& sides, v3 d, f32 margin, u32 before, Manifold& m) {
  u32 a = sides.a, b = sides.b;
  Solid A, B;
  int4 c = w.cell[a];
  float4 x = w.position[a];
  v3 at = V(x) + V(w.delta[2 * a]);
  A.kind = (u32)c.w % 256u;
  A.extents = w.extents[a];
  m.count = 0;
  if (sides.wall && (u32)w.wall_cell[b - WALL].w % 256u == HALF_SPACE) {
    v3 n = V(w.wall_extents[b - WALL]);
    f32 above = beyond_plane(w, P, b - WALL, c, at);
#if POINTS > 1
    if (A.kind == BOX) {
      A.orientation = turned(w.orientation[a], V(w.delta[2 * a + 1]));
      box_plane(P, A, n, above, margin, m);
      return;
    }
#endif
    sphere_plane(A.extents.x, n, above, margin, m);
    return;
  }
  if (sides.wall) {
    d = to_wall(w, P, b - WALL, c, at);
    B.kind = (u32)w.wall_cell[b - WALL].w % 256u;
    B.extents = w.wall_extents[b - WALL];
  } else {
    B.kind = (u32)w.cell[b].w % 256u;
    B.extents = w.extents[b];
  }
#if POINTS > 1
  A.orientation = turned(w.orientation[a], V(w.delta[2 * a + 1]));
  B.orientation = sides.wall ? w.wall_orientation[b - WALL] : turned(w.orientation[b], V(w.delta[2 * b + 1]));
  if (A.kind == BOX && B.kind == BOX) { box_box(P, A, B, d, margin, before, m); return; }
  if (A.kind == BOX) { sphere_box(B.extents.x, A, -d, true, margin, m); return; }
  if (B.kind == BOX) { sphere_box(A.extents.x, B, d, false, margin, m); return; }
#endif
  sphere_sphere(A.extents.x, B.extents.x, d, margin, m);
}
DEVICE void carry_impulses(const Manifold& m, const Before& old, v3 t1, v3 t2, f32 friction, f32 reach, float4* impulse) {
  v3 o1, o2;
  tangents(old.normal, o1, o2);
  for (u32 o = 0; o < POINTS; o++) {
    float4 q = old.impulse[o];
    if (old.feature[o] == NO_FEATURE) continue;
    u32 best = NOBODY;
    f32 near = reach * reach;
    for (u32 j = 0; j < m.count; j++) {
      v3 e = m.arm[j] - old.arm[o];
      f32 l2 = dot(e, e);
      if (l2 < near) { near = l2; best = j; }
    }
    v3 J = q.x * old.normal + q.y * o1 + q.z * o2;
    f32 push = dot(J, m.normal);
    if (best == NOBODY) continue;
    for (u32 j = 0; j < POINTS; j++) if (j == best) {
      impulse[j].w = lesser(impulse[j].w, q.w);
      if (push > 0) { impulse[j].x += push; impulse[j].y += dot(J, t1); impulse[j].z += dot(J, t2); }
    }
  }
  for (u32 j = 0; j < POINTS; j++) {
    f32 most = friction * impulse[j].x, l2 = impulse[j].y * impulse[j].y + impulse[j].z * impulse[j].z;
    if (l2 > most * most) { f32 s = most / sqrtf(l2); impulse[j].y *= s; impulse[j].z *= s; }
  }
}
// 1/k along an axis of a point.
DEVICE f32 response(const World& w, const Sides& sides, f32 masses, v3 ra, v3 rb, v3 axis) {
  v3 la = cross(ra, axis);
  f32 k = masses + dot(la, spin_by(w, sides.a, la));
  if (!sides.wall) { v3 lb = cross(rb, axis); k += dot(lb, spin_by(w, sides.b, lb)); }
  return k;
}
// One scalar mass 1/λ_max of the 2 × 2 tangent block: with the block itself a radial projection
// would push askew to the slip.
DEVICE f32 tangent_mass(const World& w, const Sides& sides, f32 masses, v3 ra, v3 rb, v3 t1, v3 t2) {
  f32 x = response(w, sides, masses, ra, rb, t1), y = response(w, sides, masses, ra, rb, t2);
  f32 mixed = dot(cross(ra, t1), spin_by(w, sides.a, cross(ra, t2)));
  if (!sides.wall) mixed += dot(cross(rb, t1), spin_by(w, sides.b, cross(rb, t2)));
  f32 half = 0.5f * (x - y);
  return 1.0f / (0.5f * (x + y) + sqrtf(half * half + mixed * mixed));
}
// How far b has moved against a, and turned.
DEVICE void moved_apart(const World& w, const Sides& sides, v3 d, v3& way, v3& turn) {
  v3 ta = V(w.delta[2 * sides.a + 1]);
  way = -V(w.delta[2 * sides.a]);
  turn = -ta;
  if (!sides.wall) { way = way + V(w.delta[2 * sides.b]) - cross(ta, d); turn = turn + V(w.delta[2 * sides.b + 1]); }
}
DEVICE_CALL void build_manifold(const World& w, const Params& P, u32 s, Sides sides, bool has, const Before& old, Manifold& m) {
  u32 a = sides.a, b = sides.b;
  v3 pa = V(w.delta[2 * a]), ta = V(w.delta[2 * a + 1]), pb = V(0, 0, 0), tb = pb, d = pb;
  float4 va = w.motion[2 * a], vb = make_float4(0, 0, 0, 0);
  f32 speed, rim_b = 0;
  if (!sides.wall) {
    vb = w.motion[2 * b];
    pb = V(w.delta[2 * b]);
    tb = V(w.delta[2 * b + 1]);
    d = from_to(P, w.cell[a], V(w.position[a]), w.cell[b], V(w.position[b])) + (pb - pa);
    if (POINTS > 1) rim_b = w.position[b].w * length(V(w.motion[2 * b + 1]));
  }
  speed = length(V(vb) - V(va)) + rim_b;
  if (POINTS > 1) speed += w.position[a].w * length(V(w.motion[2 * a + 1]));
  f32 margin = lesser(P.point_margin + 2.0f * P.h * speed, P.most_margin);
  u32 before = has && old.feature[0] != NO_FEATURE ? old.feature[0] >> 6 : 99u;
  find_points(w, P, sides, d, margin, before, m);
  u32 ma = (u32)w.cell[a].w / 256u, mb = (sides.wall ? (u32)w.wall_cell[b - WALL].w : (u32)w.cell[b].w) / 256u;
  float2 surface = w.surfaces[ma * P.materials + mb]; // friction, restitution
  v3 t1, t2;
  tangents(m.normal, t1, t2);
  float4 impulse[POINTS];
  for (u32 j = 0; j < POINTS; j++) impulse[j] = make_float4(0, 0, 0, 0);
  if (has) carry_impulses(m, old, t1, t2, surface.x, w.position[a].w, impulse);
  f32 masses = va.w + vb.w;
  for (u32 j = 0; j < POINTS; j++) {
    u32 q = j * P.most_pairs + s;
    if (j < m.count) {
      v3 ra = m.arm[j], rb = ra - d;
      f32 moved = dot(m.normal, pb - pa + cross(tb, rb) - cross(ta, ra));
      w.arm[q] = F(ra, m.gap[j] - moved);
      w.mass[q] = make_float2(1.0f / response(w, sides, masses, ra, rb, m.normal), tangent_mass(w, sides, masses, ra, rb, t1, t2));
      w.impulse[q] = impulse[j];
      w.feature[q] = m.feature[j];
    } else {
      w.feature[q] = NO_FEATURE;
      w.impulse[q] = make_float4(0, 0, 0, 0);
    }
  }
  w.sides[s] = make_uint2(a, b);
  w.normal[s] = F(m.normal, float_of(m.count));
  w.apart[s] = F(d, surface.x);
  v3 way, turn;
  moved_apart(w, sides, d, way, turn);
  w.seen_way[s] = F(way, greater(P.look_again, 0.5f * m.apart));
  w.seen_turn[s] = F(turn, surface.y);
}
DEVICE Sides sides_of(uint2 p) { Sides s; s.a = p.x; s.b = p.y; s.wall = p.y >= WALL; return s; }

KERNEL build(World w, u32, u32) {
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(k, n) {
    Manifold m;
    Before old;
    u32 kept = w.kept_at[k];
    bool has = kept != NOBODY;
    if (has) {
      old.normal = V(w.kept_normal[kept]);
      for (u32 o = 0; o < POINTS; o++) {
        u32 q = o * P.most_pairs + kept;
        old.feature[o] = w.kept_feature[q]; old.impulse[o] = w.kept_impulse[q]; old.arm[o] = V(w.kept_arm[q]);
      }
    }
    build_manifold(w, P, w.slot[k], sides_of(w.pair[k]), has, old, m);
  }
}
// Pairs that have moved against each other are looked at again.
KERNEL look_again(World w, u32, u32) {
  if (w.stat->halted) return;
  const Params& P = w.p;
  u32 n = w.stat->pairs, looked = 0;
  FOR(s, n) {
    Sides sides = sides_of(w.sides[s]);
    v3 way, turn;
    moved_apart(w, sides, V(w.apart[s]), way, turn);
    float4 seen = w.seen_way[s];
    f32 reach = POINTS == 1 ? 0.0f : sides.wall ? w.position[sides.a].w : w.position[sides.b].w;
    if (length(way - V(seen)) + reach * length(turn - V(w.seen_turn[s])) <= seen.w) continue;
    Manifold m;
    Before old;
    old.normal = V(w.normal[s]);
    for (u32 o = 0; o < POINTS; o++) {
      u32 q = o * P.most_pairs + s;
      old.feature[o] = w.feature[q]; old.impulse[o] = w.impulse[q]; old.arm[o] = V(w.arm[q]);
    }
    build_manifold(w, P, s, sides, true, old, m);
    w.changed[sides.a] = 1;
    if (!sides.wall) w.changed[sides.b] = 1;
    looked++;
  }
  total_add(&w.stat->looked, looked);
}
// What the next manifolds begin with, by the numbers of bodies.
KERNEL keep(World w, u32, u32) {
  const Params& P = w.p;
  u32 n = w.stat->pairs;
  FOR(k, n) {
    uint2 p = w.pair[k];
    u32 s = w.slot[k];
    w.kept_other[k] = p.y < WALL ? w.id[p.y] : p.y;
    w.kept_colour[k] = w.colour[k];
    w.kept_normal[k] = w.normal[s];
    for (u32 j = 0; j < POINTS; j++) {
      u32 from = j * P.most_pairs + s, to = j * P.most_pairs + k;
      w.kept_feature[to] = w.feature[from]; w.kept_impulse[to] = w.impulse[from]; w.kept_arm[to] = w.arm[from];
    }
  }
  FOR(s, P.bodies) { u32 i = w.id[s]; w.kept_start[i] = w.pair_start[s]; w.kept_end[i] = w.pair_start[s + 1]; }
}
