import { type Grain, smoothNoise, speckle } from './noise.ts';
import { bell, createRaster, type Raster, setGrey, smoothstep } from './raster.ts';

const CENTRE = { x: 320, y: 260 };
const HEAD = { x: 146, y: 182 };

/** An axial slice of a head: scalp, skull, folds, white matter, ventricles and the line between. */
export function paintHead(grain: Grain): Raster {
  const raster = createRaster([3, 3, 4]);
  for (let y = 74; y < 448; y += 1) {
    for (let x = 164; x < 476; x += 1) {
      const dx = (x - CENTRE.x) / HEAD.x;
      const dy = (y - CENTRE.y) / HEAD.y;
      const reach =
        Math.hypot(dx * (1 + 0.07 * dy), dy) +
        smoothNoise((x + grain.x) / 60, (y + grain.y) / 60) * 0.02;
      if (reach > 1.02) continue;
      const level = shell(reach) + brain(x, y, dx, dy, reach, grain);
      setGrey(raster, x, y, level * (0.93 + 0.09 * speckle(x + grain.x, y + grain.y)));
    }
  }
  return raster;
}

function shell(reach: number): number {
  const scalp = smoothstep(0.935, 0.955, reach) * (1 - smoothstep(0.985, 1.0, reach)) * 205;
  const marrow = bell(reach - 0.905, 0.012) * 70;
  return scalp + marrow;
}

function brain(x: number, y: number, dx: number, dy: number, reach: number, grain: Grain): number {
  const inside = 1 - smoothstep(0.85, 0.868, reach);
  if (inside === 0) return 0;
  const angle = Math.atan2(dy, dx);
  const wander = smoothNoise((Math.abs(x - CENTRE.x) + grain.x) / 15, (y + grain.y) / 15);
  // Folds run inwards from the surface and end in white matter.
  const fold = Math.abs(Math.sin(Math.abs(angle) * 13 + wander * 6 + reach * 5));
  const surface = smoothstep(0.5, 0.84, reach + wander * 0.24);
  const furrow = (1 - smoothstep(0.05, 0.3, fold)) * surface;
  const cortex =
    smoothstep(0.62, 0.78, reach + wander * 0.3) * (1 - smoothstep(0.5, 0.95, fold) * 0.7);
  const nuclei = bell(Math.abs(dx) - 0.24, 0.1) * bell(dy + 0.02, 0.2);
  const matter = 152 - cortex * 46 - nuclei * 34 + wander * 10;
  return (
    inside *
    matter *
    (1 - furrow * 0.78) *
    (1 - ventricles(dx, dy) * 0.82) *
    (1 - midline(dx, dy) * 0.7)
  );
}

function ventricles(dx: number, dy: number): number {
  const aside = Math.abs(dx);
  const front =
    bell((aside - 0.06 - (dy + 0.12) ** 2 * 1.9) / 0.055, 1) *
    smoothstep(-0.36, -0.28, dy) *
    (1 - smoothstep(-0.06, 0.02, dy));
  const back =
    bell((aside - 0.16 - (dy - 0.2) * 0.42) / 0.06, 1) *
    smoothstep(0.1, 0.2, dy) *
    (1 - smoothstep(0.4, 0.48, dy));
  const third = bell(dx / 0.02, 1) * smoothstep(-0.04, 0.02, dy) * (1 - smoothstep(0.12, 0.18, dy));
  return Math.min(1, front + back + third);
}

function midline(dx: number, dy: number): number {
  return bell(dx, 0.012) * (smoothstep(0.28, 0.36, dy) + (1 - smoothstep(-0.44, -0.36, dy)));
}
