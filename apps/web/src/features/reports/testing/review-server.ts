import type { VersionSummary } from '@simiente/contract/reports/version';
import type { WorkingCopy, WrittenSentence } from '@simiente/contract/reports/working-copy';
import { type Answers, errorResponse, type WireRequest } from '../../../testing/wire.ts';
import { alejandro, makeDraft, makeHistory, makeReport } from './reports.ts';

export const REVIEW_PAGE = `/pacientes/${alejandro.idUser}/actuality?lectura=revisar`;
/** Capabilities of a doctor who signs. */
export const reviewer = [
  'patients.read',
  'reports.read',
  'reports.review',
  'reports.sign',
] as const;

interface SavedCopy {
  readonly version: number;
  readonly sentences: readonly WrittenSentence[];
  readonly acknowledge?: boolean;
}

/** A server that stores the working copy, and its requests. */
export function reviewServer(
  opened: WorkingCopy | null,
  rejections: Answers = {},
  draft = makeDraft({ inForce: true }),
) {
  let copy = opened;
  let signed: VersionSummary | undefined;
  const saves: SavedCopy[] = [];
  const report = () =>
    makeReport({
      inForce: draft.idVersion,
      pending: draft.idVersion,
      versions: [...(signed ? [signed] : []), draft],
      review: copy && {
        idWorkingCopy: copy.idWorkingCopy,
        number: copy.number,
        base: copy.base,
        replaces: copy.replaces,
        amendment: copy.amendment,
        reviewer: copy.reviewer,
        isMine: copy.isMine,
        startedAt: copy.startedAt,
        savedAt: copy.savedAt,
        version: copy.version,
      },
    });
  const answers: Answers = {
    'GET /v1/user/get-medical-history-patient': () => makeHistory('El borrador.'),
    'GET /v1/reports/of-patient': () => ({ reports: [report()] }),
    'GET /v1/reports/get-working-copy': () => ({ workingCopy: copy }),
    'PUT /v1/reports/save-working-copy': ({ body }: WireRequest) => {
      const saved = body as SavedCopy;
      saves.push(saved);
      if (copy === null) return errorResponse('REVIEW_ENDED');
      copy = {
        ...copy,
        version: copy.version + 1,
        sentences: saved.sentences.map((sentence) => ({ ...sentence, author: 'ia' as const })),
        ...(saved.acknowledge && {
          acknowledgedAt: '2026-10-25T00:40:00.000Z',
          open: { ...copy.open, unknown: 0 },
        }),
      };
      return { workingCopy: copy };
    },
    ...rejections,
  };
  return {
    answers,
    saves,
    change: (next: WorkingCopy | null) => {
      copy = next;
    },
    /** The copy becomes a version. */
    sign: (version: VersionSummary) => {
      copy = null;
      signed = version;
    },
  };
}
