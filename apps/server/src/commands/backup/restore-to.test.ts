import { expect, test } from 'vitest';
import { withoutRetired } from './restore-to.ts';

const secrets = { auth: 'el de la copia', 'auth-previous': 'el anterior', audit: 'sella' };
const [ROTATED, RETIRED] = ['secrets.rotated', 'secrets.retired'];

test.each([
  ['nothing was replaced', [], secrets],
  ['its secret was replaced, and still opens what it closed', [ROTATED], secrets],
  ['its earlier secret was forgotten', [RETIRED], { auth: secrets.auth, audit: 'sella' }],
  ['its secret was replaced and forgotten', [ROTATED, RETIRED], { audit: 'sella' }],
  [
    'its secret was replaced after the earlier one was forgotten',
    [RETIRED, ROTATED],
    { auth: secrets.auth, audit: 'sella' },
  ],
])(
  'T-G7: a restored copy after which %s has the secrets that its data need',
  (_, replaced, kept) => {
    expect(withoutRetired(secrets, replaced as string[])).toEqual(kept);
  },
);
