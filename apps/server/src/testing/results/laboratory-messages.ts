import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { beforeEach } from 'vitest';
import { MESSAGES_PATH, makeToken } from '../../modules/results/hl7/message-route.ts';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { TestApplication } from '../application.ts';
import { addPartner } from '../records.ts';

/** Keeps the numbers of messages unique. */
let count = 0;

interface Facts {
  readonly version?: string;
  readonly type?: string;
  readonly characterSet?: string;
  readonly sentAt?: string;
  readonly patient?: string;
  readonly name?: string;
  readonly folio?: string;
  readonly filler?: string;
  readonly study?: string;
  readonly collectedAt?: string;
  readonly rest?: readonly string[];
}

/** A message with one OBR and these segments. */
export function makeMessage({
  version = '2.5.1',
  type = 'ORU^R01^ORU_R01',
  characterSet = 'UNICODE UTF-8',
  sentAt = '20260114100000-0600',
  patient = '',
  name = '',
  folio = '',
  filler = `F${count}`,
  study = '^Seminograma',
  collectedAt = '202601140840',
  rest = ['OBX|1|NM|9780-8^Concentración^LN||14.5|10*6/mL|≥ 16|L|||F'],
}: Facts = {}): string {
  count += 1;
  return [
    `MSH|^~\\&|LIS|RIO|SIMIENTE||${sentAt}||${type}|C${count}|P|${version}||||||${characterSet}`,
    `PID|1||${patient}^^^SIMIENTE||${name}`,
    `OBR|1|${folio}|${filler}|${study}|||${collectedAt}`,
    ...rest,
    '',
  ].join('\r');
}

export function parseAcknowledgment({ body }: { readonly body: string }) {
  const [, code, , text] = /MSA\|(\w\w)\|([^|]*)(?:\|([^\r]*))?\r/.exec(body) ?? [];
  return [code, text ?? ''];
}

/** Values of a set by analyte, without derived ones. */
export const valuesByAnalyte = (set: ResultSet) =>
  Object.fromEntries(
    set.values
      .filter(({ derived }) => derived === null)
      .map(({ analyte, name, comparator, value, text, choice }) => [
        name ?? analyte,
        `${comparator ?? ''}${value ?? text ?? choice}`,
      ]),
  );

/** A laboratory with a token for each test, its messages, and their results. */
export function laboratorySender(testApp: () => TestApplication) {
  const db = () => testApp().database.db;
  let laboratoryId: string;
  let token: string;
  beforeEach(async () => {
    laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
    token = await issueToken(laboratoryId);
  });

  const issueToken = (id: string) =>
    db().transaction((transaction) => makeToken(transaction, SYSTEM_ACT, id));

  function post(payload: string | Buffer, key = token, type = 'application/hl7-v2') {
    return testApp().app.inject({
      method: 'POST',
      url: MESSAGES_PATH,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      payload,
    });
  }

  async function findSets(idUser: string): Promise<ResultSet[]> {
    const { body } = await testApp().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
    return (body as { data: { sets: ResultSet[] } }).data.sets;
  }

  async function findOnlySet(idUser: string): Promise<ResultSet> {
    const [set, ...others] = await findSets(idUser);
    if (set === undefined || others.length > 0) throw new Error(`${others.length} other sets`);
    return set;
  }

  async function listWaiting(): Promise<ReceivedResult[]> {
    const { body } = await testApp().staff.get('/v1/result/received?limit=100');
    const all = (body as { data: { received: ReceivedResult[] } }).data.received;
    return all.filter(({ laboratory }) => laboratory?.idPartner === laboratoryId);
  }

  return {
    db,
    laboratory: () => laboratoryId,
    token: () => token,
    issueToken,
    post,
    findSets,
    findOnlySet,
    listWaiting,
  };
}
