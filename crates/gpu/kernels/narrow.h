// Points of two shapes. A is at the origin, B at d; the normal leads from A to B; points are
// halfway between the surfaces, as arms from A's centre.
struct Manifold {
  u32 count;
  v3 normal;
  v3 arm[POINTS];
  f32 gap[POINTS];
  u32 feature[POINTS];
  f32 apart; // by the best axis, negative where shapes overlap
};
struct Solid { u32 kind; float4 extents, orientation; };

DEVICE void one_point(Manifold& m, v3 normal, v3 arm, f32 gap, f32 margin) {
  m.normal = normal;
  m.arm[0] = arm;
  m.gap[0] = gap;
  m.feature[0] = 0;
  m.apart = gap;
  m.count = gap > margin ? 0u : 1u;
}
DEVICE void sphere_sphere(f32 ra, f32 rb, v3 d, f32 margin, Manifold& m) {
  f32 l = length(d), gap = l - ra - rb;
  v3 n = l > 1e-9f ? (1.0f / l) * d : V(0, 0, 1);
  one_point(m, n, (ra + 0.5f * gap) * n, gap, margin);
}
DEVICE void sphere_plane(f32 r, v3 n, f32 above, f32 margin, Manifold& m) {
  f32 gap = above - r;
  one_point(m, -n, (-(r + 0.5f * gap)) * n, gap, margin);
}
#if POINTS > 1
// A sphere at the origin and a box at d; `flipped`: the box is A, and the sphere at −d from it.
DEVICE void sphere_box(f32 r, const Solid& box, v3 d, bool flipped, f32 margin, Manifold& m) {
  float4 e = box.extents;
  v3 p = unrotated(box.orientation, -d);
  v3 q = V(clamped(p.x, e.x), clamped(p.y, e.y), clamped(p.z, e.z)), away = p - q;
  f32 l = length(away), gap;
  v3 n;
  if (l > 1e-9f) {
    n = (1.0f / l) * away;
    gap = l - r;
  } else { // the centre is inside: by the nearest face
    f32 x = e.x - fabsf(p.x), y = e.y - fabsf(p.y), z = e.z - fabsf(p.z);
    if (x <= y && x <= z) { n = V(p.x < 0 ? -1.0f : 1.0f, 0, 0); gap = -x - r; }
    else if (y <= z) { n = V(0, p.y < 0 ? -1.0f : 1.0f, 0); gap = -y - r; }
    else { n = V(0, 0, p.z < 0 ? -1.0f : 1.0f); gap = -z - r; }
  }
  n = rotated(box.orientation, n); // from the box to the sphere
  v3 arm = (-(r + 0.5f * gap)) * n;
  if (flipped) one_point(m, n, arm - d, gap, margin);
  else one_point(m, -n, arm, gap, margin);
}
#endif
