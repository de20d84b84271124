import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildPartnerLogo, findMotif } from './partner-logo.ts';
import { organisationNames } from './partners.ts';

test('a logo is a small transparent PNG in the colour of its kind, and the same each time', async () => {
  const partner = { name: 'Clínica Cerro del Alba', type: 'Clínica' };
  const logo = await buildPartnerLogo(partner);
  const { format, width, height, hasAlpha } = await sharp(logo).metadata();
  expect([format, width, height, hasAlpha]).toEqual(['png', 256, 256, true]);
  // On a background of its colour, the logo is invisible.
  const flat = await sharp(logo).flatten({ background: '#1C584C' }).png().toBuffer();
  const { channels } = await sharp(flat).stats();
  for (const [index, ink] of [0x1c, 0x58, 0x4c].entries()) {
    expect(channels[index]?.min).toBeGreaterThanOrEqual(ink - 1);
    expect(channels[index]?.max).toBeLessThanOrEqual(ink + 1);
  }
  expect((await buildPartnerLogo(partner)).equals(logo)).toBe(true);
  const other = await buildPartnerLogo({ ...partner, type: 'Hospital' });
  expect(other.equals(logo)).toBe(false);
});

test('every invented name has a motif other than circles', () => {
  for (const name of organisationNames) expect([name, findMotif(name)]).not.toContain('circles');
  expect(findMotif('Clínica Ñ')).toBe('circles');
});
