import { expect, test } from 'vitest';
import { withoutRetired } from './restore-to.ts';

const secrets = { auth: 'el de la copia', 'auth-previous': 'el anterior', audit: 'sella' };
const [ROTATED, RETIRED] = ['secrets.rotated', 'secrets.retired'];

test.each([
  ['nothing was replaced', [], secrets],
  ['its secret was replaced but not retired', [ROTATED], secrets],
  ['its earlier secret was retired', [RETIRED], { auth: secrets.auth, audit: 'sella' }],
  ['its secret was replaced and retired', [ROTATED, RETIRED], { audit: 'sella' }],
  [
    'its secret was replaced after the earlier one was retired',
    [RETIRED, ROTATED],
    { auth: secrets.auth, audit: 'sella' },
  ],
])('T-G7: a restored copy has the secrets that its data need: %s', (_, replaced, expected) => {
  expect(withoutRetired(secrets, replaced as string[])).toEqual(expected);
});
