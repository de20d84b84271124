import { postJson } from '../../../lib/api/send.ts';
import { readSignedIn, startSession, tellNews } from '../session.ts';

const SECOND_STEPS = {
  totp: '/api/auth/two-factor/verify-totp',
  recovery: '/api/auth/two-factor/verify-backup-code',
} as const;
export type SecondStepKind = keyof typeof SECOND_STEPS;

/** @throws ApiFailure with the code of the refusal */
export async function verifySecondStep(kind: SecondStepKind, code: string): Promise<void> {
  const answer = await postJson(SECOND_STEPS[kind], { code }, readSignedIn);
  await startSession();
  tellNews(answer);
}
