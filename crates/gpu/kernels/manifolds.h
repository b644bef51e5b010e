// Manifolds in the order of their colours. A point keeps its gap as its later motion continues
// it: with ways p and turns θ since the grid was sorted, φ = gap + n·(p_b + θ_b×r_b − p_a − θ_a×r_a).
// Sweeps read the gap as it is now, which `look` writes once in a sub-step.
//
// Of balls alone, points lie on the line of centres: r_a = λ_a n, r_b = λ_b n, and a push turns
// neither. Then `normal` is (n, gap now) and `arm` (λ_a, λ_b, friction, 1/k of a tangent);
// else `normal` is (n, count), `apart` (d, friction) and `arm` (r_a, gap now).
#define FAR 1e30f

struct Sides { u32 a, b; bool wall; };
DEVICE Sides sides_of(uint2 p) { Sides s; s.a = p.x; s.b = p.y; s.wall = p.y >= WALL; return s; }
#if POINTS == 1
DEVICE u32 points_of(float4 normal) { return normal.w < FAR ? 1u : 0u; }
DEVICE f32 gap_of(const World& w, u32 q) { return w.normal[q].w; }
DEVICE v3 arm_of(const World& w, u32 q, v3 n) { return w.arm[q].x * n; }
#else
DEVICE u32 points_of(float4 normal) { return bits_of(normal.w); }
DEVICE f32 gap_of(const World& w, u32 q) { return w.arm[q].w; }
DEVICE v3 arm_of(const World& w, u32 q, v3) { return V(w.arm[q]); }
#endif

struct Motion {
  v3 v, w;
  f32 inverse_mass, inverse_inertia; // the latter negative where it is not the same about all axes
#if POINTS > 1
  float4 diagonal, mixed; // of the inverse inertia
#endif
};
DEVICE Motion motion_of(const World& w, u32 s) {
  Motion m;
  float4 v = w.motion[2 * s], o = w.motion[2 * s + 1];
  m.v = V(v); m.w = V(o); m.inverse_mass = v.w; m.inverse_inertia = o.w;
#if POINTS > 1
  if (o.w < 0) { m.diagonal = w.inverse_inertia[2 * s]; m.mixed = w.inverse_inertia[2 * s + 1]; }
#endif
  return m;
}
DEVICE Motion at_rest() { Motion m; m.v = m.w = V(0, 0, 0); m.inverse_mass = m.inverse_inertia = 0; return m; }
DEVICE void write_motion(const World& w, u32 s, const Motion& m) {
  w.motion[2 * s] = F(m.v, m.inverse_mass);
  w.motion[2 * s + 1] = F(m.w, m.inverse_inertia);
}
DEVICE v3 spun_by(const Motion& m, v3 t) {
#if POINTS > 1
  if (m.inverse_inertia < 0) {
    float4 d = m.diagonal, o = m.mixed;
    return V(d.x * t.x + o.x * t.y + o.y * t.z, o.x * t.x + d.y * t.y + o.z * t.z, o.y * t.x + o.z * t.y + d.z * t.z);
  }
#endif
  return m.inverse_inertia * t;
}
// Relative velocity of a point.
DEVICE v3 slip(const Motion& a, const Motion& b, v3 ra, v3 rb) { return b.v + cross(b.w, rb) - a.v - cross(a.w, ra); }

// What a manifold had before: impulses go, as vectors, to the nearest new points.
struct Before {
  u32 count;
  v3 normal;
  v3 arm[POINTS];
  v3 impulse[POINTS]; // along the normal and two tangents
  f32 approach[POINTS];
  u32 feature[POINTS];
};

DEVICE_CALL void find_points(const World& w, const Params& P, const Sides& sides, v3 d, f32 margin, u32 before, Manifold& m) {
  u32 a = sides.a, b = sides.b;
  Solid A, B;
  int4 c = home_cell(P, w.id[a], w.cell[a]);
  float4 x = w.position[a];
  v3 at = V(x) + V(w.delta[2 * a]);
  A.kind = (u32)c.w % 256u;
  A.extents = w.extents[a];
  m.count = 0;
#if FORMS
#if POINTS > 1
  A.orientation = turned(w.orientation[a], V(w.delta[2 * a + 1]));
#endif
  if (sides.wall && b >= TRIANGLES) {
    touch_triangle(w, P, A, b - TRIANGLES, to_wall(w, P, wall_of(w, b), c, at), x.w, margin, m);
    return;
  }
#endif
  if (sides.wall && (u32)w.wall_cell[b - WALL].w % 256u == HALF_SPACE) {
    v3 n = V(w.wall_extents[b - WALL]);
    f32 above = beyond_plane(w, P, b - WALL, c, at);
#if POINTS > 1
    if (A.kind == BOX) {
      A.orientation = turned(w.orientation[a], V(w.delta[2 * a + 1]));
      box_plane(P, A, n, above, margin, m);
      return;
    }
#if FORMS
    if (A.kind != SPHERE) { touch_plane(w, P, A, n, above, margin, m); return; }
#endif
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
#if FORMS
  if (A.kind >= CAPSULE || B.kind >= CAPSULE) { touch(w, P, A, B, d, x.w, margin, before, m); return; }
#endif
  if (A.kind == BOX && B.kind == BOX) { box_box(P, A, B, d, margin, before, m); return; }
  if (A.kind == BOX) { sphere_box(B.extents.x, A, -d, true, margin, m); return; }
  if (B.kind == BOX) { sphere_box(A.extents.x, B, d, false, margin, m); return; }
#endif
  sphere_sphere(A.extents.x, B.extents.x, d, margin, m);
}
DEVICE void carry_impulses(const Manifold& m, const Before& old, v3 t1, v3 t2, f32 friction, f32 reach, v3* impulse, f32* approach) {
  v3 o1, o2, from = old.normal;
  bool named = old.count && !(dot(from, from) > 0.5f); // of a state that was set: by their features
  if (named) {
    from = m.normal;
    o1 = cross(from, fabsf(from.x) < 0.9f ? V(1, 0, 0) : V(0, 0, 1));
    o1 = (1.0f / length(o1)) * o1;
    o2 = cross(from, o1);
  } else {
    tangents(from, o1, o2);
  }
  for (u32 o = 0; o < POINTS; o++) {
    if (o >= old.count) continue;
    v3 q = old.impulse[o];
    u32 best = NOBODY;
    if (named) for (u32 j = 0; j < m.count; j++) if (m.feature[j] == old.feature[o]) best = j;
    f32 near = reach * reach;
    for (u32 j = 0; j < m.count; j++) {
      v3 e = m.arm[j] - old.arm[o];
      f32 l2 = dot(e, e);
      if (l2 < near && !named) { near = l2; best = j; }
    }
    v3 J = q.x * from + q.y * o1 + q.z * o2;
    f32 push = dot(J, m.normal);
    if (best == NOBODY) continue;
    for (u32 j = 0; j < POINTS; j++) if (j == best) {
      approach[j] = lesser(approach[j], old.approach[o]);
      if (push > 0) { impulse[j].x += push; impulse[j].y += dot(J, t1); impulse[j].z += dot(J, t2); }
    }
  }
  for (u32 j = 0; j < POINTS; j++) {
    f32 most = friction * impulse[j].x, l2 = impulse[j].y * impulse[j].y + impulse[j].z * impulse[j].z;
    if (l2 > most * most) { f32 s = most / sqrtf(l2); impulse[j].y *= s; impulse[j].z *= s; }
  }
}
// 1/k along an axis of a point, and of its two tangents one scalar 1/λ_max of their 2 × 2 block:
// with the block itself a radial projection would push askew to the slip.
DEVICE f32 response(const Motion& a, const Motion& b, v3 ra, v3 rb, v3 n, v3 m) {
  return dot(cross(ra, n), spun_by(a, cross(ra, m))) + dot(cross(rb, n), spun_by(b, cross(rb, m)));
}
DEVICE f32 tangent_mass(const Motion& a, const Motion& b, v3 ra, v3 rb, v3 t1, v3 t2) {
  f32 masses = a.inverse_mass + b.inverse_mass, x = masses + response(a, b, ra, rb, t1, t1), y = masses + response(a, b, ra, rb, t2, t2);
  f32 mixed = response(a, b, ra, rb, t1, t2), half = 0.5f * (x - y);
  return 1.0f / (0.5f * (x + y) + sqrtf(half * half + mixed * mixed));
}
// How far b has moved against a, and turned; of balls turns do not count.
DEVICE void moved_apart(const World& w, u32 s, const Sides& sides, v3& way, v3& turn) {
  way = -V(w.delta[2 * sides.a]);
  if (!sides.wall) way = way + V(w.delta[2 * sides.b]);
  turn = V(0, 0, 0);
#if POINTS > 1
  v3 ta = V(w.delta[2 * sides.a + 1]);
  turn = -ta;
  if (!sides.wall) { way = way - cross(ta, V(w.apart[s])); turn = turn + V(w.delta[2 * sides.b + 1]); }
#endif
}
