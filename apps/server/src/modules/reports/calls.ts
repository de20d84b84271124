import type { NewDraft, reportsContract } from '@simiente/contract/reports/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { ReportVersion } from '@simiente/contract/reports/version';
import type { Pool } from 'pg';
import type { CallContext, StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { createSemaphore } from '../../platform/http/load/semaphore.ts';
import { idempotent, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { readBearerToken, rejectToken } from '../../platform/identity/sessions/session-token.ts';
import { createLimiter, type Limit } from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';
import { audited, auditRead, auditView } from '../audit/public.ts';
import type { LanguageModel } from './drafting/language-model.ts';
import { wordDraft } from './drafting/word-draft.ts';
import { createDraft } from './drafting/write-draft.ts';
import { readBundle } from './fhir/bundle.ts';
import { type PaperDeps, storeSignedPaper } from './pdf/read-paper.ts';
import { listQueue, readAttention, readStatistics } from './reading/queue.ts';
import { openReports, openVersion, readReport, readVersion } from './reading/select-versions.ts';
import { addDraft, findSender } from './receiving/drafts.ts';
import {
  dropCopy,
  findOpenCopy,
  readCopy,
  saveCopy,
  startReview,
  takeOver,
} from './review/working-copy.ts';
import { confirmed } from './signing/confirmed.ts';
import {
  checkConfirmation,
  confirmVersion,
  discardDraft,
  lockInForce,
  withdrawVersion,
} from './signing/end-version.ts';
import { checkSignature, signReport } from './signing/sign-report.ts';

const patientEntry = <Action extends string>(action: Action, id: string) =>
  ({ action, subject: { kind: 'patient', id } }) as const;
const toReadEntry = (id: string) => patientEntry('patient.reports_read', id);
const toCopyEntry = (id: string) => patientEntry('report.working_copy_read', id);
const toVersionEntry = ({ idVersion: id, idUser: patientId }: ReportVersion) =>
  ({ action: 'report.version_read', subject: { kind: 'report', id }, patientId }) as const;

interface Changed {
  readonly id: string;
}

/** Answers a change with the version. A repeated request changes nothing, so it is audited as a read. */
async function showVersion(transaction: Transaction, context: StaffContext, { id }: Changed) {
  const version = await readVersion(transaction, context.actor, id);
  await auditView(transaction, context, toVersionEntry(version));
  return { version };
}

async function showCopy(transaction: Transaction, context: StaffContext, { id }: Changed) {
  const workingCopy = await readCopy(transaction, context, id);
  await auditView(transaction, context, toCopyEntry(workingCopy.idUser));
  return { workingCopy };
}

async function showReport(
  transaction: Transaction,
  context: StaffContext,
  { patientId, kind }: { readonly patientId: string; readonly kind: ReportKind },
) {
  const report = await readReport(transaction, context.actor, patientId, kind);
  await auditView(transaction, context, toReadEntry(patientId));
  return { report };
}

const sign = confirmed('reports.sign', {
  subject: ({ sha256 }) => sha256,
  check: checkSignature,
  change: signReport,
  answer: showVersion,
});

/** A request may wait for the model for a minute, so only few may wait at once. */
const MODEL_PERMITS = { all: 4, perClient: 1, retryAfter: 20 };

export function reportCalls(
  {
    db,
    pool,
    paperDeps,
  }: {
    readonly db: Database;
    readonly pool: Pool;
    readonly paperDeps: Pick<PaperDeps, 'store' | 'origin' | 'certificate'>;
  },
  tokenLimit: Limit,
  languageModel: LanguageModel | null,
): Handlers<typeof reportsContract> {
  const permits = createSemaphore(MODEL_PERMITS);
  const invalidTokens = createLimiter(pool, 'draft-token', tokenLimit, { remember: true });
  return {
    ofPatient: audited(
      async (context, { idUser }) => ({
        reports: await openReports(context.db, context.actor, idUser),
      }),
      ({ idUser }) => toReadEntry(idUser),
    ),

    getVersion: audited(
      async (context, { idVersion }) => ({
        version: await openVersion(context.db, context.actor, idVersion),
      }),
      (_input, { version }) => toVersionEntry(version),
    ),

    startReview: idempotent('reports.startReview', startReview, showCopy),

    getWorkingCopy: audited(
      async (context, input) => ({ workingCopy: await findOpenCopy(context.db, context, input) }),
      ({ idUser }) => toCopyEntry(idUser),
    ),

    saveWorkingCopy: idempotent('reports.saveWorkingCopy', saveCopy, showCopy),
    takeOver: idempotent('reports.takeOver', takeOver, showCopy),
    dropWorkingCopy: idempotent('reports.dropWorkingCopy', dropCopy, showReport),
    sign: async (context, input) => {
      const signed = await sign(context, input);
      await storeSignedPaper({ ...paperDeps, db, log: context.log }, signed.version.idVersion);
      return signed;
    },
    withdraw: confirmed('reports.withdraw', {
      subject: ({ idVersion }) => idVersion,
      check: lockInForce,
      change: withdrawVersion,
      answer: showVersion,
    }),
    confirm: confirmed('reports.confirm', {
      subject: ({ idVersion }) => idVersion,
      check: checkConfirmation,
      change: confirmVersion,
      answer: showVersion,
    }),
    discardDraft: idempotent('reports.discardDraft', discardDraft, showReport),

    attention: ({ db: reader }) => readAttention(reader),

    queue: audited(
      (context, input) => listQueue(context.db, input, context.cursors, context.clinicTimeZone),
      ({ cursor, ...filter }, { reports }) => ({
        action: 'reports.queue_listed',
        details: { filter: { ...filter, continued: cursor !== undefined }, count: reports.length },
        shown: reports.map(({ patient }) => patient.idUser),
      }),
    ),

    statistics: audited(
      ({ db: reader }) => readStatistics(reader),
      () => ({ action: 'reports.statistics_read' }),
    ),

    writeDraft: idempotent(
      'reports.writeDraft',
      createDraft,
      async (transaction, context, draft, { idUser: patientId }) => {
        await auditView(transaction, context, {
          action: 'request.without_effect',
          subject: { kind: 'report', id: draft.idVersion },
          patientId,
        });
        return {
          draft,
          languageModel: languageModel === null ? null : { name: languageModel.name },
        };
      },
    ),

    wordDraft: {
      // Limited by `permits`, so that a request that waits for the model takes no slot of other requests.
      route: { config: { longBody: true } },
      handle: (context, input) => wordDraft({ model: languageModel, permits }, context, input),
    },

    fhir: async (context, { id }) => {
      const { db, actor, clinicTimeZone } = context;
      const read = await readBundle(db, actor, id, clinicTimeZone);
      const { bundle, status, patientId } = read;
      await auditRead(db, context, {
        action: 'report.fhir_read',
        subject: { kind: 'report', id: read.idVersion },
        patientId,
        details: { status },
      });
      return {
        headers: { 'content-type': 'application/fhir+json; charset=utf-8' },
        content: Buffer.from(JSON.stringify(bundle)),
      };
    },

    receiveDraft: {
      route: {
        // An invalid token is rejected before the body is read.
        onRequest: async (request) => {
          if ((await findSender(db, readBearerToken(request))) !== null) return;
          await rejectToken(invalidTokens, request, 'DRAFT_TOKEN_INVALID');
        },
      },
      handle: receiveDraft,
    },
  };
}

/** Stores a draft of another system. Duplicates, by Idempotency-Key or of the newest draft, are ignored. */
function receiveDraft({ db, origin, token, idempotencyKey }: CallContext, input: NewDraft) {
  const act = { actor: { kind: 'system' }, origin } as const;
  const { idUser: patientId, promptVersion, ...draft } = input;
  return db.transaction(async (transaction) => {
    const sender = await findSender(transaction, token);
    if (sender === null) throw new Problem('DRAFT_TOKEN_INVALID');
    const stored = await withIdempotencyKey(
      transaction,
      { actor: { id: `token:${sender}` }, idempotencyKey },
      { call: 'reports.receiveDraft', input },
      () =>
        addDraft(transaction, act, {
          ...draft,
          patientId,
          source: 'ia',
          ruleVersion: promptVersion,
          sender,
        }),
    );
    await auditView(transaction, act, {
      action: 'request.without_effect',
      subject: { kind: 'report', id: stored.idVersion },
      patientId,
    });
    return stored;
  });
}
