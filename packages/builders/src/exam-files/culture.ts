import type { Culture } from '../clinical-profiles.ts';
import { type Grain, smoothNoise, speckle } from './noise.ts';
import { type Colour, createRaster, type Raster, setPixel, smoothstep } from './raster.ts';

const PLATE = { x: 220, y: 264, radius: 176 };

/** Blood agar for semen, CLED agar for urine. */
export const agars = {
  blood: { agar: [128, 26, 30], colony: [214, 202, 178] },
  cled: { agar: [96, 146, 122], colony: [232, 214, 120] },
} as const satisfies Record<string, { agar: Colour; colony: Colour }>;

/** A plate seen from above: streaked in three turns, with colonies along the streaks if it grew. */
export function paintPlate(
  { organism, count }: Culture,
  { agar, colony }: { agar: Colour; colony: Colour },
  grain: Grain,
): Raster {
  const raster = createRaster([28, 32, 34]);
  paintAgar(raster, agar, grain);
  const tint = organism === null ? agar.map((channel) => channel * 0.9) : colony;
  const [red = 0, green = 0, blue = 0] = tint;
  for (const { x, y, radius } of colonies(organism === null ? 0 : count, grain)) {
    paintColony(raster, x, y, radius, [red, green, blue]);
  }
  return raster;
}

function paintAgar(raster: Raster, [red, green, blue]: Colour, grain: Grain): void {
  const outer = PLATE.radius + 12;
  for (let y = PLATE.y - outer; y <= PLATE.y + outer; y += 1) {
    for (let x = PLATE.x - outer; x <= PLATE.x + outer; x += 1) {
      const reach = Math.hypot(x - PLATE.x, y - PLATE.y);
      if (reach > outer) continue;
      // Light falls from the upper left, and the wall of the dish catches it.
      const towards = ((PLATE.x - x) * 0.7 + (PLATE.y - y) * 0.7) / outer;
      if (reach > PLATE.radius) {
        const wall = 92 + 86 * towards + 40 * smoothstep(6, 11, reach - PLATE.radius);
        setPixel(raster, x, y, [wall, wall + 3, wall + 5]);
        continue;
      }
      const shade = 0.9 + 0.2 * towards - 0.28 * smoothstep(PLATE.radius - 26, PLATE.radius, reach);
      const light =
        shade +
        smoothNoise((x + grain.x) / 50, (y + grain.y) / 50) * 0.08 +
        (speckle(x, y) - 1) * 0.012;
      setPixel(raster, x, y, [red * light, green * light, blue * light]);
    }
  }
}

interface Colony {
  x: number;
  y: number;
  radius: number;
}

/** Four passes of the loop, each turned from the last and thinner than it. */
const passes = [
  { turn: 0.35, lines: 13, density: 1 },
  { turn: 1.75, lines: 9, density: 0.62 },
  { turn: 3.1, lines: 7, density: 0.3 },
  { turn: 4.5, lines: 5, density: 0.12 },
] as const;

function* colonies(count: number, grain: Grain): Generator<Colony> {
  if (count === 0) return;
  const growth = Math.log10(count) / 5;
  for (const { turn, lines, density } of passes) {
    for (let line = 0; line < lines; line += 1) {
      const offset = 62 + (line * 108) / lines;
      for (let along = -74; along <= 74; along += 4) {
        const drawn = speckle(along * 7 + line * 31 + grain.x, turn * 90 + line * 13 + grain.y) / 2;
        if (drawn > density * growth) continue;
        const jitter = speckle(along * 3 + grain.y, line * 47 + turn * 11) - 1;
        const across =
          offset + smoothNoise(along / 16 + line * 3.7, grain.y + turn) * 16 + jitter * 2;
        const down = along + jitter * 4;
        const x = PLATE.x + Math.cos(turn) * across - Math.sin(turn) * down;
        const y = PLATE.y + Math.sin(turn) * across + Math.cos(turn) * down;
        const room = PLATE.radius - 12 - Math.hypot(x - PLATE.x, y - PLATE.y);
        if (room > 0)
          yield { x, y, radius: 1.9 + (1 - density) * 2.4 * (0.6 + drawn) + jitter * 0.4 };
      }
    }
  }
}

function paintColony(raster: Raster, x: number, y: number, radius: number, tint: Colour): void {
  const [red, green, blue] = tint;
  const edge = Math.ceil(radius);
  for (let dy = -edge; dy <= edge + 1; dy += 1) {
    for (let dx = -edge; dx <= edge + 1; dx += 1) {
      const reach = Math.hypot(dx, dy) / radius;
      if (reach > 1) continue;
      const light =
        0.94 -
        0.3 * reach ** 3 +
        0.22 * Math.exp(-((dx + radius * 0.35) ** 2 + (dy + radius * 0.35) ** 2) / 2);
      setPixel(raster, x + dx, y + dy, [red * light, green * light, blue * light]);
    }
  }
}
