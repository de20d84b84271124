import { postJson } from '../../../lib/api/send.ts';
import { startSession, tellNews } from '../session.ts';

const SECOND_STEPS = {
  totp: '/api/auth/two-factor/verify-totp',
  recovery: '/api/auth/two-factor/verify-backup-code',
} as const;
export type SecondStepKind = keyof typeof SECOND_STEPS;

/** @throws ApiFailure with the code of the refusal */
export async function verifySecondStep(kind: SecondStepKind, code: string): Promise<void> {
  const response = await postJson(SECOND_STEPS[kind], { code });
  const answer: unknown = await response.json();
  await startSession();
  tellNews(answer);
}
