import type { Hl7Field, Hl7Segment } from '@medplum/core';
import {
  type AnalyteKey,
  analyteKeys,
  bloodAnalytes,
  getAnalyte,
  isAnalyteKey,
  semenAnalytes,
} from '@simiente/contract/results/analytes/catalogue';
import { analyteNamed, findMoment, foldHeading, otherMatter } from '../import/headings.ts';
import { component } from './decode.ts';

/** Fields of a study (OBR) and its specimen (SPM) that hold for all of its observations. */
export interface ObservedStudy {
  /** OBR-25. */
  readonly status: string;
  /** Names in OBR-4. */
  readonly names: readonly string[];
  /** Specimen that the message names; null for a missing or other one. */
  readonly specimen: Specimen | null;
  /** Sub-ids (OBX-4) of groups of different observations, in their order. */
  readonly groups: readonly string[];
  /** Its type, or its name if that is unknown. */
  readonly type: string;
  readonly codes: LaboratoryCodes;
}

/** Analytes of the laboratory's own codes, by study and code. */
export type LaboratoryCodes = ReadonlyMap<string, AnalyteKey>;

/** Names and codes of HL7 tables 0070 and 0487. */
const SPECIMENS = {
  semen: /^(?:semen|semin|smn|plasma seminal|liquido seminal|eyacul|espermat)/,
  orina: /^(?:orina|urin|ur$|urn|urt)/,
  sangre: /^(?:sangre|suero|plasma|ser$|serum|blood|bld|plas)/,
} as const;
type Specimen = keyof typeof SPECIMENS;

/** The specimen that a text names. */
export const readSpecimen = (text: string): Specimen | null =>
  (Object.keys(SPECIMENS) as Specimen[]).find((one) => SPECIMENS[one].test(foldHeading(text))) ??
  null;

/** The only specimen of an analyte; null where it is found in several. */
function findSpecimen(key: AnalyteKey): Specimen | null {
  if (Object.hasOwn(bloodAnalytes, key)) return 'sangre';
  if (Object.hasOwn(semenAnalytes, key)) return 'semen';
  return foldHeading(getAnalyte(key).label).includes('orina') ? 'orina' : null;
}

export const isRowNamed = (analyte: AnalyteKey) => getAnalyte(analyte).rowName !== undefined;

/** Several analytes may share a LOINC code: the text or the sub-id decides between them. */
const byLoinc = Map.groupBy(analyteKeys, (key) => getAnalyte(key).loinc);

export interface Identified {
  readonly analyte: AnalyteKey | null;
  /** Reason for users why a known code names no analyte. */
  readonly note: string | null;
  /** Study and code, if the code is the laboratory's own. */
  readonly laboratoryCode?: string;
}

/** The analyte of an observation. A value is never stored under an uncertain analyte. */
export function identify(obx: Hl7Segment, study: ObservedStudy): Identified {
  const identifier = obx.getField(3);
  if ([1, 4].some((first) => keysOfCode(identifier, first).length > 0)) {
    return identifyCode(obx, study);
  }
  const parts = [1, 2, 3].map((part) => component(identifier, part));
  const laboratoryCode = `${study.type}|${parts.join('^')}`.slice(0, LONGEST_CODE);
  const analyte = study.codes.get(laboratoryCode) ?? null;
  const other = analyte && findOther([...parts, component(obx.getField(4), 1)], analyte, study);
  return other
    ? { analyte: null, note: toNote(other), laboratoryCode }
    : { analyte, note: null, laboratoryCode };
}

const LONGEST_CODE = 500;
const toNote = (other: string) => `El nombre indica otro momento o muestra: ${other}.`;

function identifyCode(obx: Hl7Segment, study: ObservedStudy): Identified {
  const identifier = obx.getField(3);
  const texts = [2, 5].map((part) => component(identifier, part));
  // Coded identifiers come in two triples: code, text, coding system.
  const coded = [1, 4]
    .map((first) => keysOfCode(identifier, first))
    .filter((keys) => keys.length > 0);
  const [all = []] = coded;
  const keys = all.filter((key) => coded.every((others) => others.includes(key)));
  const named = texts.flatMap((text) => analyteNamed(text) ?? []);
  if (keys.length === 0 || (named.length > 0 && !keys.some((key) => named.includes(key)))) {
    const meant = formatLabels([...coded.flat(), ...named]);
    return { analyte: null, note: `El código y el nombre no coinciden: ${meant}.` };
  }
  const [only = null, ...others] = keys;
  const subId = component(obx.getField(4), 1);
  const other = only && findOther([...texts, subId], only, study);
  if (other) return { analyte: null, note: toNote(other) };
  if (others.length === 0) return { analyte: only, note: null };
  const stem = keys.map((key) => getAnalyte(key).label.slice(0, -1))[0] ?? '';
  // A sub-id 'a' is the last letter of 'AZFa'.
  const part = /^[a-z]$/i.test(subId) ? `${stem}${subId}` : subId;
  const analyte = keyInTexts([...texts, part], keys);
  return {
    analyte,
    note: analyte === null ? `El laboratorio no precisa si es ${formatLabels(keys)}.` : null,
  };
}

/** The words by which an observation is of another moment, specimen or group than its code. */
function findOther(
  texts: readonly string[],
  key: AnalyteKey,
  { names, specimen, groups }: ObservedStudy,
): string | undefined {
  const named = texts.find((text) => otherMatter(text, key) !== undefined);
  if (named !== undefined) return named;
  const ownSpecimen = findSpecimen(key);
  if (ownSpecimen !== null && specimen !== null && specimen !== ownSpecimen) return specimen;
  const isBasal = texts.some((text) => /\bbasal\b/i.test(text));
  const studied = ownSpecimen === 'sangre' && !isBasal ? names.find(findMoment) : undefined;
  const place = groups.indexOf(texts.at(-1) ?? '');
  return studied ?? (place > 0 && !isRowNamed(key) ? groups[place] : undefined);
}

const formatLabels = (keys: readonly AnalyteKey[]) =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(
    new Set(keys.map((key) => getAnalyte(key).label)),
  );

/** Accepts our coding system or none: a key of the catalogue in another system is a code of that system. */
const OUR_SYSTEM = /^(?:99)?SIMIENTE$/;

function keysOfCode(identifier: Hl7Field | undefined, first: number): readonly AnalyteKey[] {
  const [code = '', text = '', written = ''] = [first, first + 1, first + 2].map((part) =>
    component(identifier, part),
  );
  const system = written.toUpperCase();
  if (system === 'LN' || system === 'LOINC') return byLoinc.get(code) ?? [];
  // A code of LOINC has a form of its own, '15067-2'.
  if (system === '' && byLoinc.has(code)) return byLoinc.get(code) ?? [];
  if (!isAnalyteKey(code)) return [];
  const isNamed = text === '' || analyteNamed(text) === code;
  return OUR_SYSTEM.test(system) || (system === '' && isNamed) ? [code] : [];
}

/** Words that do not distinguish the candidates: names of things, without digits or single letters. */
const FILLER = /^(?:[a-z]{3,}|y|de|el|la|en|q)$/;

/** The one candidate that the texts name; null if they name none, several, or one together with something else. */
function keyInTexts(texts: readonly string[], among: readonly AnalyteKey[]): AnalyteKey | null {
  const labels = new Map(among.map((key) => [foldHeading(getAnalyte(key).label), key]));
  const stem = [...labels.keys()][0]?.slice(0, -1) ?? '';
  // 'AZF a' and 'AZF-a' are 'azfa'.
  const divided = new RegExp(`\\b${stem}[\\s_-]+(?=[a-z]\\b)`, 'g');
  const named = texts.flatMap((text) => {
    const words = foldHeading(text)
      .replaceAll(divided, stem)
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    const own = words.filter((word) => word.startsWith(stem));
    const isClear = words.every((word) => own.includes(word) || FILLER.test(word));
    return own.map((word) => (isClear && labels.get(word)) || 'unclear');
  });
  const [only, other] = new Set(named);
  return only === undefined || only === 'unclear' || other !== undefined ? null : only;
}
