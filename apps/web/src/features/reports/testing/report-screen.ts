import { openScreen } from '../../../testing/screen.tsx';
import type { Answers } from '../../../testing/wire.ts';
import { alejandro, makeCopy, makeDraft, makeHistory, makeReport, makeSigned } from './reports.ts';
import { reviewer } from './review-server.ts';
import { account, identity } from './signer.ts';

export const PAGE = `/pacientes/${alejandro.idUser}/actuality`;
export const signed = makeSigned({ number: 2, inForce: true });
export const inForce = makeReport({
  state: 'signed',
  inForce: 'rev_2',
  versions: [signed, makeDraft()],
});
const draft = makeDraft({ inForce: true });
export const unsigned = makeReport({ inForce: 'rev_1', pending: 'rev_1', versions: [draft] });

/** Opens the page of a report with its versions. */
export const openReport = (
  report: typeof inForce,
  answers: Answers = {},
  may: Parameters<typeof openScreen>[2] = reviewer,
) =>
  openScreen(
    PAGE,
    {
      'GET /v1/user/get-medical-history-patient': () => makeHistory('Texto.'),
      'GET /v1/reports/of-patient': () => ({ reports: [report] }),
      'GET /v1/reports/get-working-copy': () => ({ workingCopy: makeCopy() }),
      'GET /v1/account/get-one': () => account,
      'GET /v1/account/get-identity': () => ({ identity }),
      'GET /v1/deliveries/of-version': () => ({
        idUser: alejandro.idUser,
        deliveries: [],
        earlier: [],
        downloads: [],
      }),
      ...answers,
    },
    may,
  );
