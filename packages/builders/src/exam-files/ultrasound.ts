import type { ClinicalProfile } from '../clinical-profiles.ts';
import { type Grain, smoothNoise, speckle } from './noise.ts';
import {
  bell,
  createRaster,
  dim,
  drawCaliper,
  drawText,
  IMAGE_WIDTH,
  type Raster,
  setGrey,
  setPixel,
  smoothstep,
} from './raster.ts';

const CENTRE = 300;
const FIELD = { left: 84, right: 516, top: 76, bottom: 398 };

/** A testis under a linear probe; dilated veins show colour where there is a varicocele. */
export function paintTestis({ testes }: ClinicalProfile, grain: Grain): Raster {
  const raster = createRaster([4, 5, 6]);
  const size = Math.cbrt(testes.left / 18);
  const radii = { x: 142 * size, y: 88 * size };
  const centreY = 90 + 26 + radii.y;
  for (let y = FIELD.top; y < FIELD.bottom; y += 1) {
    const depth = (y - FIELD.top) / (FIELD.bottom - FIELD.top);
    for (let x = FIELD.left; x < FIELD.right; x += 1) {
      const warp = smoothNoise((x + grain.x) / 42, (y + grain.y) / 42) * 0.1;
      const distance = Math.hypot((x - CENTRE) / radii.x, (y - centreY) / radii.y) + warp;
      const echo = testisEcho(x, y, distance, centreY) * layers(y - FIELD.top);
      const side = smoothstep(0, 26, x - FIELD.left) * smoothstep(0, 26, FIELD.right - x);
      const gain = (1.12 - 0.5 * depth) * (0.55 + 0.45 * side);
      setGrey(raster, x, y, echo * gain * (0.28 + 0.8 * speckle(x * 0.8 + grain.x, y + grain.y)));
    }
  }
  if (testes.varicocele > 1) paintVeins(raster, grain, centreY + radii.y);
  drawCaliper(raster, [CENTRE - radii.x, centreY], [CENTRE + radii.x, centreY]);
  drawCaliper(raster, [CENTRE, centreY - radii.y], [CENTRE, centreY + radii.y]);
  drawScale(raster);
  return raster;
}

function testisEcho(x: number, y: number, distance: number, centreY: number): number {
  const inside = 1 - smoothstep(0.97, 1.02, distance);
  const capsule = bell(distance - 1.01, 0.035) * 90;
  const fluid = bell(distance - 1.1, 0.06) * (x < CENTRE ? 0.9 : 0.35);
  const septum = bell(y - centreY + 26 + (x - CENTRE) * 0.12, 5) * bell(x - CENTRE - 30, 70) * 80;
  const epididymis =
    1 - smoothstep(0.85, 1.05, Math.hypot((x - 478) / 44, (y - centreY + 40) / 36));
  const around = (62 + 44 * smoothNoise(x / 22, y / 9)) * (1 - fluid) * (1 - epididymis);
  return inside * (112 + septum) + (1 - inside) * (around + epididymis * 104) + capsule;
}

/** Skin and fascia: bright bands close to the probe. */
function layers(depth: number): number {
  return 1 + bell(depth - 5, 5) * 1.5 + bell(depth - 17, 3) * 0.8 - bell(depth - 11, 3) * 0.5;
}

const veins = [
  [214, 6, 15],
  [246, 20, 18],
  [286, 12, 14],
  [322, 24, 17],
  [356, 8, 13],
] as const;

function paintVeins(raster: Raster, grain: Grain, edge: number): void {
  for (const [index, [x, below, radius]] of veins.entries()) {
    const top = Math.min(edge + 12 + below, FIELD.bottom - radius - 6);
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const distance =
          Math.hypot(dx, dy * 1.25) / radius + smoothNoise((x + dx) / 8, (top + dy) / 8) * 0.2;
        if (distance > 1) continue;
        const flow = speckle(x + dx + grain.x, top + dy + grain.y) * 34;
        if (distance > 0.78) setGrey(raster, x + dx, top + dy, 10 + flow * 0.3);
        else if (index % 2 === 0)
          setPixel(raster, x + dx, top + dy, [130 + flow * 1.6, 30 + flow, 18]);
        else setPixel(raster, x + dx, top + dy, [20, 60 + flow, 140 + flow * 1.6]);
      }
    }
  }
}

const FAN = { x: 300, y: 38, inner: 42, outer: 352, half: 0.95 };

/** The prostate under an endocavitary probe: a fan from the rectum, capsule, two zones, urethra. */
export function paintProstate({ prostate, pattern }: ClinicalProfile, grain: Grain): Raster {
  const raster = createRaster([4, 5, 6]);
  const size = Math.cbrt(prostate / 22);
  for (let y = FAN.y; y < FAN.y + FAN.outer; y += 1) {
    for (let x = 0; x < IMAGE_WIDTH; x += 1) {
      const reach = Math.hypot(x - FAN.x, y - FAN.y);
      const angle = Math.atan2(x - FAN.x, y - FAN.y);
      if (reach < FAN.inner || reach > FAN.outer || Math.abs(angle) > FAN.half) continue;
      const echo = prostateEcho(x, y, size, grain, pattern === 'obstruction');
      const wall =
        1 + bell(reach - FAN.inner - 12, 6) * 1.4 + bell(reach - FAN.inner - 28, 4) * 0.7;
      const gain = wall * (1.12 - 0.62 * (reach / FAN.outer));
      const grained = speckle(
        (angle * 150 * (FAN.outer + reach)) / 640 + grain.x,
        reach * 0.85 + grain.y,
      );
      setGrey(raster, x, y, echo * gain * (0.26 + 0.82 * grained));
    }
  }
  const width = 148 * size;
  drawCaliper(raster, [FAN.x - width, 216], [FAN.x + width, 216]);
  drawCaliper(raster, [FAN.x, 216 - 84 * size], [FAN.x, 216 + 84 * size]);
  drawScale(raster);
  return raster;
}

function prostateEcho(x: number, y: number, size: number, grain: Grain, dilated: boolean): number {
  const warp = smoothNoise((x + grain.x) / 40, (y + grain.y) / 40) * 0.12;
  const dx = Math.abs(x - FAN.x) / (148 * size);
  // The side towards the rectum is a little hollow, as a chestnut is.
  const dy = (y - 216 + 16 * bell(dx, 0.5) * (y < 216 ? -1 : 0.2)) / (84 * size);
  const distance = Math.hypot(dx, dy) + warp;
  const inside = 1 - smoothstep(0.96, 1.03, distance);
  const central = 1 - smoothstep(0.8, 1.05, Math.hypot(dx / 0.62, (dy - 0.28) / 0.6) + warp);
  const urethra = bell(Math.hypot(x - FAN.x, y - 238), dilated ? 15 : 7);
  const rim = bell(distance - 1, 0.04) * 80;
  const around = 74 + 60 * smoothNoise(x / 26, y / 10);
  const tissue =
    118 - central * 42 - urethra * 70 + bell(Math.hypot(x - FAN.x, y - 238) - 16, 4) * 40;
  return inside * tissue + (1 - inside) * around + rim;
}

const WEDGE = { left: 16, top: 104, bottom: 224 };

/** Depth marks at the right and the grey wedge at the left. */
function drawScale(raster: Raster): void {
  for (let mark = 0; mark <= 10; mark += 1) {
    const y = FIELD.top + Math.round((mark * (FIELD.bottom - FIELD.top)) / 10);
    const length = mark % 5 === 0 ? 10 : 5;
    for (let x = 0; x < length; x += 1) setPixel(raster, 598 + x, y, dim);
    if (mark % 5 === 0) drawText(raster, String(mark / 2), 613, y - 3, { scale: 1, colour: dim });
  }
  for (let y = WEDGE.top; y < WEDGE.bottom; y += 1) {
    const level = 255 * (1 - (y - WEDGE.top) / (WEDGE.bottom - WEDGE.top));
    for (let x = WEDGE.left; x < WEDGE.left + 9; x += 1) setGrey(raster, x, y, level);
  }
}
