// Static meshes: triangles that are solid behind, and a tree of boxes over them, in the axes of
// their wall. The tree is a list in the order of its descent: a box that is not near leads to
// the place after all that it holds.
#if FORMS
// Copies of a scene stand side by side, `home` bodies each, `span` cells apart; walls and anchors
// in the world are those of the first.
DEVICE u32 copy_of(const Params& P, u32 id) { return id / P.home; }
DEVICE int4 home_cell(const Params& P, u32 id, int4 c) {
  u32 copy = copy_of(P, id);
  c.x -= (i32)(copy % P.row * P.span);
  c.z -= (i32)(copy / P.row * P.span);
  return c;
}
// Triangles are numbered after the walls.
#define TRIANGLES (WALL + 64u)
#define ROW 8u // of a triangle: three corners; normal and depth; what lies beside each edge; its wall
DEVICE u32 wall_of(const World& w, u32 b) { return b < TRIANGLES ? b - WALL : bits_of(w.triangle[ROW * (b - TRIANGLES) + 7u].x); }

template <class Each> DEVICE void for_triangles(const World& w, u32 wall, v3 to_wall, f32 reach, Each each) {
  v3 p = unrotated(w.wall_orientation[wall], -to_wall);
  float4 e = w.wall_extents[wall];
  u32 i = bits_of(e.x), end = bits_of(e.y);
  while (i < end) {
    float4 low = w.node[2 * i], high = w.node[2 * i + 1];
    bool near = p.x + reach > low.x && p.x - reach < high.x && p.y + reach > low.y && p.y - reach < high.y &&
                p.z + reach > low.z && p.z - reach < high.z;
    u32 t = bits_of(low.w);
    if (near && t != NOBODY) {
      float4 n = w.triangle[ROW * t + 3];
      f32 height = dot(V(n), p - V(w.triangle[ROW * t]));
      if (height < reach && height > -n.w - reach) each(TRIANGLES + t);
    }
    i = near ? i + 1 : bits_of(high.w);
  }
}
#else
DEVICE u32 wall_of(const World&, u32 b) { return b - WALL; }
DEVICE int4 home_cell(const Params&, u32, int4 c) { return c; }
#endif
