import { expect, test } from 'vitest';
import {
  addDraftToSign,
  makeSignature,
  makeSigner,
  startReview,
} from '../../../testing/reports/reports.ts';
import { watchedApplication } from '../../../testing/watched-application.ts';

const testApp = watchedApplication(async () => {});

async function reviewedCopy() {
  const signer = await makeSigner(testApp());
  const { draft } = await addDraftToSign(testApp().database.db);
  return { signer, copy: await startReview(signer, draft) };
}

test('E-10.1471: a signature reads its working copy once, after the lock of its patient', async () => {
  const { signer, copy } = await reviewedCopy();
  testApp().sent.length = 0;
  const answer = await signer.call('POST', 'sign', makeSignature(copy, signer.confirmation()));
  expect(answer.statusCode, answer.body).toBe(200);
  const ofCopy = testApp().sent.filter(({ text }) => /^select .*working_cop/s.test(text));
  expect(ofCopy.map(({ text }) => / for /.test(text))).toEqual([true, false]);
});

test('E-10.1471: a rejection for a reason other than the proof uses no attempt', async () => {
  const { signer, copy } = await reviewedCopy();
  const signature = makeSignature(copy, signer.confirmation());
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const other = await signer.call('POST', 'sign', { ...signature, sha256: 'a'.repeat(64) });
    expect(other.json().code).toBe('SHOWN_TEXT_DIFFERS');
  }
  const answer = await signer.call('POST', 'sign', signature);
  expect(answer.statusCode, answer.body).toBe(200);
});
