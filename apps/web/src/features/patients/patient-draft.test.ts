import { describe, expect, test } from 'vitest';
import {
  changedFields,
  checkDraft,
  contactOf,
  draftFields,
  draftOf,
  EMPTY_DRAFT,
  rebase,
} from './patient-draft.ts';

const ana = draftOf({ name: 'Ana', email: 'ana@x.mx', phone: null, status: null });

test('a draft says what a patient is, and 4 for whatever nobody sets', () => {
  expect(ana).toEqual({ name: 'Ana', email: 'ana@x.mx', phone: '', status: 4 });
  expect(changedFields(ana, ana)).toEqual([]);
  expect(changedFields({ ...ana, phone: '5512345678' }, ana)).toEqual(['phone']);
});

describe('checkDraft', () => {
  test('writes what is empty as nothing, and the rest trimmed', () => {
    const draft = { ...EMPTY_DRAFT, name: ' Ana ', phone: ' 55 1234 5678 ' };
    expect(checkDraft(draft, draftFields)).toEqual({
      written: { name: 'Ana', email: null, phone: '55 1234 5678', status: 1 },
    });
  });

  test('says what is wrong with each field, and looks only at those that are asked for', () => {
    const draft = { ...ana, name: ' ', email: 'sin arroba' };
    expect(checkDraft(draft, ['name', 'email'])).toEqual({
      errors: { name: expect.stringMatching(/nombre/), email: expect.stringMatching(/correo/) },
    });
    expect(checkDraft(draft, ['status'])).toEqual({ written: { status: 4 } });
  });
});

test('on what somebody else left stands what one has changed oneself, and nothing more', () => {
  const mine = { ...ana, name: 'Anna' };
  const theirs = { ...ana, name: 'Hanna', phone: '5512345678' };
  expect(rebase(mine, ana, theirs)).toEqual({ ...theirs, name: 'Anna' });
});

test.each([
  [{ email: ' ANA@x.mx ', phone: '55 1234' }, { email: 'ANA@x.mx' }],
  [{ email: 'ana@', phone: '55 1234 5678' }, { phone: '55 1234 5678' }],
  [{ email: '', phone: '' }, {}],
])('%j is looked for as %j', (typed, contact) => {
  expect(contactOf({ ...EMPTY_DRAFT, ...typed })).toEqual(contact);
});
