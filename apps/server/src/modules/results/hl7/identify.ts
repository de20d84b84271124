import type { Hl7Segment } from '@medplum/core';
import {
  type AnalyteKey,
  analyteKeys,
  bloodAnalytes,
  getAnalyte,
  isAnalyteKey,
  semenAnalytes,
} from '@simiente/contract/results/analytes/catalogue';
import { confirmsAnalyte } from '../import/analyte-names.ts';
import { findStudyMatter, foldHeading, guessAnalyte } from '../import/headings.ts';
import { read } from './decode.ts';

/** The facts by which an observation is identified: its study, specimen and laboratory. */
export interface ObservedStudy {
  /** OBR-25. */
  readonly status: string;
  /** Names in OBR-4. */
  readonly names: readonly string[];
  /** Possible specimens of the observation. */
  readonly specimens: readonly Specimen[];
  /** Sub-ids (OBX-4) of groups of different observations, in their order. */
  readonly groups: readonly string[];
  /** Type of the study, or its name for an unknown study. */
  readonly type: string;
  readonly codes: LaboratoryCodes;
}

/** Analytes of the laboratory's own codes, by study and code. */
export type LaboratoryCodes = ReadonlyMap<string, AnalyteKey>;

/** Names and codes of HL7 tables 0070 and 0487. */
const SPECIMENS = {
  semen: /^(?:smn|(?:(?:liquido|plasma)(?: de)? )?(?:semen|semin|eyacul|esperm))/,
  orina: /^(?:orina|urin|ur$|urn|urt)/,
  sangre: /^(?:sangre|suero|plasma|ser$|serum|blood|bld|plas)/,
  saliva: /^(?:saliv|sal$)/,
  'otro líquido o tejido':
    /^(?:liquido|lcr$|csf|cefalorr|heces|st(?:l|ool)|esputo|spt|hisopo|exudado|sw[at]|sudor|biopsia|tejido|tiss?|leche|cabello)/,
} as const;
type Specimen = keyof typeof SPECIMENS;

export const readSpecimen = (text: string): Specimen | null =>
  (Object.keys(SPECIMENS) as Specimen[]).find((one) => SPECIMENS[one].test(foldHeading(text))) ??
  null;

/** The only specimen in which an analyte is measured; null for any other analyte. */
function findSpecimen(key: AnalyteKey): Specimen | null {
  if (Object.hasOwn(bloodAnalytes, key)) return 'sangre';
  if (Object.hasOwn(semenAnalytes, key)) return 'semen';
  return foldHeading(getAnalyte(key).label).includes('orina') ? 'orina' : null;
}

/** Whether an analyte occurs several times in a set, each with a name, such as the antibiotics of a culture. */
export const isRowNamed = (analyte: AnalyteKey) => getAnalyte(analyte).rowName !== undefined;

/** The regions of AZF share a LOINC code; the text and the sub-id then decide. */
const byLoinc = Map.groupBy(analyteKeys, (key) => getAnalyte(key).loinc);

export interface Identified {
  readonly analyte: AnalyteKey | null;
  /** Reason, for users, why a known code was not accepted. */
  readonly note: string | null;
  /** Study and OBX-3, if OBX-3 is the laboratory's own code. */
  readonly laboratoryCode?: string;
}

/** Maximum characters. */
const MAX_CODE = 500;

/** The analyte of an observation. A value is never stored under an uncertain analyte. */
export function identify(obx: Hl7Segment, study: ObservedStudy): Identified {
  const subId = read(obx, 4);
  // Coded identifiers come in two triples: code, text, coding system.
  const coded = [1, 4].map((first) => findKeysByCode(obx, first)).filter((keys) => keys.length > 0);
  if (coded.length > 0) return identifyCode(obx, coded, subId, study);
  const parts = [1, 2, 3].map((part) => read(obx, 3, part));
  const laboratoryCode = `${study.type}|${parts.join('^')}`.slice(0, MAX_CODE);
  const analyte = study.codes.get(laboratoryCode) ?? null;
  const contradiction = analyte && findContradiction([toWords(subId)], subId, analyte, study);
  return contradiction
    ? { analyte: null, note: toNote(contradiction), laboratoryCode }
    : { analyte, note: null, laboratoryCode };
}

const toNote = (words: string) =>
  `El nombre puede indicar otro momento, muestra o medición: ${words}.`;

/** @param coded the analytes of each code */
function identifyCode(
  obx: Hl7Segment,
  coded: readonly (readonly AnalyteKey[])[],
  subId: string,
  study: ObservedStudy,
): Identified {
  const texts = [`${read(obx, 3, 2)} ${toWords(subId)}`.trim(), read(obx, 3, 5)];
  const [all = []] = coded;
  const keys = all.filter((key) => coded.every((others) => others.includes(key)));
  const meant = keys.filter((key) => findUnknown(texts, key) === undefined);
  const named = meant.length > 0 ? [] : texts.flatMap((text) => guessAnalyte(text) ?? []);
  if (keys.length === 0 || named.some((key) => !keys.includes(key))) {
    const labels = formatLabels([...coded.flat(), ...named]);
    return { analyte: null, note: `El código y el nombre no coinciden: ${labels}.` };
  }
  const isShared = keys.length > 1;
  const [analyte, ...others] = isShared ? meant : keys;
  if (analyte === undefined || others.length > 0) {
    return { analyte: null, note: `El laboratorio no precisa si es ${formatLabels(keys)}.` };
  }
  // The sub-id of a region of AZF is no other moment.
  const contradiction = findContradiction(texts, isShared ? '' : subId, analyte, study);
  return contradiction ? { analyte: null, note: toNote(contradiction) } : { analyte, note: null };
}

/** A sub-id in words; empty for a number. */
const toWords = (subId: string) => (/^[\d.-]*$/.test(subId) ? '' : subId);

/** The first text that may mean something other than the analyte. */
const findUnknown = (texts: readonly string[], key: AnalyteKey) =>
  isRowNamed(key) ? undefined : texts.find((text) => !confirmsAnalyte(text, key));

/** Words that contradict an analyte, because they may name another moment, specimen or group. */
function findContradiction(
  texts: readonly string[],
  subId: string,
  key: AnalyteKey,
  study: ObservedStudy,
): string | undefined {
  const unknown = findUnknown(texts, key);
  if (unknown !== undefined) return unknown;
  const expected = findSpecimen(key);
  const { specimens, groups } = study;
  const specimen = expected && specimens.find((one) => one !== expected);
  if (specimen) return specimen;
  const isBasal = texts.some((text) => /\bbasal\b/i.test(text));
  const isBlood = expected === 'sangre';
  const isOther = (name: string) => findStudyMatter(name, { isBlood, isBasal });
  const moment = isBlood || expected === 'semen' ? study.names.find(isOther) : undefined;
  // Later groups repeat the analytes at other moments.
  const isLaterGroup = groups.indexOf(subId) > 0;
  return moment ?? (isLaterGroup && !isRowNamed(key) ? subId : undefined);
}

const formatLabels = (keys: readonly AnalyteKey[]) =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(
    new Set(keys.map((key) => getAnalyte(key).label)),
  );

/** Name of our coding system, whose codes are the keys of the catalogue. */
const OUR_SYSTEM = /^(?:99)?SIMIENTE$/;

function findKeysByCode(obx: Hl7Segment, first: number): readonly AnalyteKey[] {
  const [code = '', text = '', written = ''] = [0, 1, 2].map((part) => read(obx, 3, first + part));
  const system = written.toUpperCase();
  if (system === 'LN' || system === 'LOINC') return byLoinc.get(code) ?? [];
  // LOINC codes such as '15067-2' are recognised without a system.
  if (system === '' && byLoinc.has(code)) return byLoinc.get(code) ?? [];
  if (!isAnalyteKey(code)) return [];
  // Without a system, a key of the catalogue counts unless its text names another analyte.
  const isNamed = text === '' || guessAnalyte(text) === code;
  return OUR_SYSTEM.test(system) || (system === '' && isNamed) ? [code] : [];
}
