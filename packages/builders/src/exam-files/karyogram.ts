import type { Page } from './page.ts';

/** Length of each autosome relative to the first, and where its centromere lies. */
const autosomes: readonly (readonly [length: number, centromere: number])[] = [
  [1, 0.5],
  [0.97, 0.38],
  [0.8, 0.46],
  [0.77, 0.27],
  [0.73, 0.27],
  [0.69, 0.36],
  [0.64, 0.38],
  [0.59, 0.31],
  [0.57, 0.35],
  [0.55, 0.3],
  [0.54, 0.4],
  [0.54, 0.27],
  [0.46, 0.16],
  [0.43, 0.16],
  [0.41, 0.18],
  [0.36, 0.41],
  [0.33, 0.3],
  [0.31, 0.22],
  [0.24, 0.45],
  [0.25, 0.44],
  [0.2, 0.26],
  [0.2, 0.28],
];
const sexChromosomes = { X: [0.62, 0.38], Y: [0.24, 0.22] } as const;

const LONGEST = 46;
const THICKNESS = 6.4;
const PAIRS_PER_ROW = 12;
const ROW_HEIGHT = LONGEST + 20;

/** Draws the chromosomes in pairs, banded, and says where the drawing ends. */
export function drawKaryogram(
  page: Page,
  sex: 'XY' | 'XXY',
  left: number,
  top: number,
  width: number,
): number {
  const step = width / PAIRS_PER_ROW;
  const pairs = autosomes.map(([length, centromere], index) => ({
    label: String(index + 1),
    members: [
      [length, centromere],
      [length * 0.98, centromere],
    ] as readonly (readonly [number, number])[],
  }));
  const last = {
    label: sex,
    members: [...sex].map((name) => sexChromosomes[name === 'Y' ? 'Y' : 'X']),
  };
  for (const [index, { label, members }] of [...pairs, last].entries()) {
    const x = left + (index % PAIRS_PER_ROW) * step + step / 2;
    const base = top + Math.floor(index / PAIRS_PER_ROW) * ROW_HEIGHT + LONGEST;
    for (const [member, [length, centromere]] of members.entries()) {
      const at = x + (member - members.length / 2) * (THICKNESS + 3);
      drawChromosome(page, at, base, length * LONGEST, centromere, index);
    }
    page.font('Helvetica').fontSize(7).fillColor('#6B716D');
    page.text(label, x - 15, base + 4, { width: 30, align: 'center' });
  }
  return top + 2 * ROW_HEIGHT;
}

function drawChromosome(
  page: Page,
  x: number,
  base: number,
  height: number,
  centromere: number,
  pattern: number,
): void {
  const top = base - height;
  const waist = top + height * centromere;
  page.save();
  page.roundedRect(x, top, THICKNESS, waist - top - 0.5, 2.6);
  page.roundedRect(x, waist + 0.5, THICKNESS, base - waist - 0.5, 2.6);
  page.clip();
  page.rect(x, top, THICKNESS, height).fill('#C9CDCA');
  // Dark bands of different widths, the same on both chromosomes of a pair.
  for (let y = top + 1.5, band = pattern * 5 + 1; y < base - 1; band += 1) {
    const thickness = 1 + ((band * 7) % 5) * 0.55;
    page.rect(x, y, THICKNESS, thickness).fill(band % 3 === 0 ? '#6F7672' : '#2E3633');
    y += thickness + 1.2 + ((band * 11) % 4) * 0.6;
  }
  page.restore();
}
