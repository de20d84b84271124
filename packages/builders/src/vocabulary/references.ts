/** Lower reference limits of the WHO manual, 6th edition (2021), and usual ranges of adult men. */
export const references = {
  volume: 1.4,
  ph: 7.2,
  concentration: 16,
  totalCount: 39,
  totalMotility: 42,
  progressive: 30,
  normalForms: 4,
  vitality: 54,
  leukocytes: 1,
  fructose: 13,
  zinc: 2.4,
  glucosidase: 20,
  citrate: 52,
  fsh: [1.5, 12.4],
  lh: [1.7, 8.6],
  testosterone: [249, 836],
  estradiol: [11.3, 43.2],
  prolactin: [4, 15.2],
  shbg: [18.3, 54.1],
  inhibinB: [60, 300],
  tsh: [0.27, 4.2],
  freeT4: [0.93, 1.7],
  freeT3: [2, 4.4],
  hba1c: 5.7,
  vitaminD: [30, 100],
  dnaFragmentation: 25,
} as const;

/** «1.5–12.4» */
export function span([min, max]: readonly [number, number]): string {
  return `${min}–${max}`;
}
