import type { Sentence } from '../sentences.ts';
import type { Finding } from '../version.ts';
import type { Token } from './tokens.ts';

const words = (pattern: string) => new RegExp(String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`, 'u');

/** Medicines by the endings of their international names. */
const ENDINGS = [
  'floxacin[oa]|cilina|clavulan\\p{L}+|micina|ciclina|furantoina|[aio]zole?|coxib|profeno|terida',
  'olol|sartan|[bv]astatina|tiazida|setron|oxetina|triptilina|[dlz]epam|[dln]afilo?|metasona',
  'nisolona|[dt]isona|corticoides?|retinoina|relina|relix|formina|acetil ?cisteina',
].join('|');
/** Medicines and supplements of the specialty by their names and brands in Mexico. */
const NAMES = [
  'clomifen\\p{L}*|enclomifen\\p{L}*|tamoxifen\\p{L}*|raloxifeno|cabergolina|bromocriptina|levotiroxina',
  'hcg|hmg|gonadotropina corionica|menotropinas?|(?:uro|cori)?folitropina|coriogonadotropina',
  'undecanoato|enantato|cipionato|propionato|mesterolona|oxandrolona|nandrolona|estanozolol',
  'tamsulosina|silodosina|dapoxetina|imipramina|(?:pseudo)?efedrina|bupropion|minoxidil',
  'trimetoprim\\p{L}*|sulfametoxazol|fosfomicina|ceftriaxona|cef(?:ixima|alexina|uroxima|otaxima)',
  'naproxeno|diclofenaco|ketorolaco|paracetamol|aspirina|tramadol|semaglutida|pentoxifilina',
  'antioxidantes?|(?:l-)?carnitina|arginina|coenzima q ?10|coq10|ubiquinol|acido folico|folatos?',
  'omega[ -]?3|licopeno|(?:myo-?|mio-?)?inositol|melatonina|probiotic[oa]s?|maca|ashwagandha|ginseng',
  'fenogreco|suplement(?:os?|acion)|vitaminas|multivitaminic[oa]s?|complejo b|antibiotic\\p{L}*|antibioterapia',
  'anti(?:inflamatori|estrogenic|micotic|viral|histaminic|depresiv|parasitari)\\p{L}+|antiestrogenos?',
  'esteroides?|anabolic[oa]s?|inhibidor(?:es)? de (?:la )?(?:aromatasa|pde5|fosfodiesterasa)',
  'clomid|omifin|serofene|puregon|gonal|choriomon|pregnyl|ovidrel|menopur|merional|pergoveris',
  'dostinex|parlodel|cialis|viagra|levitra|propecia|proscar|avodart|arimidex|femara|nolvadex',
  'androgel|testogel|nebido|sustanon|primoteston|deca-durabolin|eutirox|roacutan|proxeed|fertilhombre',
].join('|');
const DRUG = words(String.raw`\p{L}+(?:${ENDINGS})s?|${NAMES}`);
/** Operations and assisted reproduction. */
const PROCEDURE = words(
  '(?:\\p{L}+(?:ectomia|plastia)|vaso(?:vaso|epididimo)stomia|embolizacion|aspiracion(?:es)?|ligadura|drenaje|estimulacion ovarica|sedacion|anestesia|escleroterapia|cirugias?|\\p{L}*quirurgic[oa]s?|operar(?:se|te|l[ao])?|circuncision|icsi|fiv|fecundacion in vitro|inseminacion(?:es)?|(?:micro-?)?tese|reproduccion asistida)',
);
/** Names of forms, ways and plans of giving a medicine. */
const PLAN = words(
  [
    'medicament\\p{L}+|medicacion|automedic\\p{L}+|farmac\\p{L}+|dosis|posologia|prescri\\p{L}+|recet\\p{L}+',
    'tabletas?|tabs?\\.?|capsulas?|comprimidos?|pastillas?|grageas?|parches?|supositorios?|jarabe',
    'ampolletas?|ampulas?|ampollas?|inyect\\p{L}+|inyecci(?:on|ones)(?! (?:intracitoplasm|de esperm))',
    '(?:(?<!\\p{N})\\p{N}+|un) sobre|sobres|cucharadas?|gotas(?! cito)|disparos?|sesiones|pomada|unguento|via (?:oral|subcutanea|intramuscular|intravenosa|topica|sublingual)|v\\.?o\\.?',
    'c ?\\/ ?\\p{N}+ ?(?:h\\p{L}*|d\\p{L}*)?|cada (?:\\p{N}+|cuatro|seis|ocho|doce|veinticuatro) ?h(?:oras?|rs?)?',
    '(?:(?<!\\p{N})\\p{N}+|una|dos|tres) veces al dia|\\p{L}*terapia(?! (?:de pareja|psicologica))',
    '(?:reposicion|ree?mplazo|sustitucion) (?:de|con|hormonal|androg\\p{L}+)|recombinantes?|trans\\p{L}*dermic[oa]|intramuscular|subcutane[oa]|(?<![\\p{N}-])\\p{N}-\\p{N}-\\p{N}(?![\\p{N}-])|(?:(?<!\\p{N})\\p{N}+|un|dos|tres|cuatro) ciclos? de',
    '(?:tom|us|sig)\\p{L}+ (?:con )?lo mismo|(?:tu|el|este|mismo) esquema|suspend\\p{L}+|tratamientos? (?:con|hormonal|medico|farmacologico|antibiotico|empirico)',
    '(?:inici|indic|recib|continu|manten(?:er)?|complet)\\p{L}+ (?:el |un |su |con )*tratamiento',
  ].join('|'),
);
/** A unit of something that is taken, and not measured in a volume. */
const DOSE =
  /^(?:[mµu]c?g|gr?|(?:mili|micro)?gramos?|ui|unidades internacionales)(?: ?\/ ?(?:d\p{L}*|kg))?$/u;
/** Things that laboratories measure and patients take. */
const SUBSTANCE = words(
  'testosterona|gonadotropinas?|hormonas?|(?<!(?:perfil|equilibrio) )hormonal(?:es)?|estradiol|zinc|selenio|hierro|vitaminas?|vitaminic[oa]s?|gel|crema',
);
const HOW_OFTEN = words(
  String.raw`cada (?:(?<!\p{N})\p{N}+|un[ao]?|dos|tres|cuatro|seis|ocho|doce|veinticuatro|tercer|otro|noche|manana|dia|semana|mes)|al dia|diari[oa]s?|diariamente|por dia|a la semana|semanal(?:es|mente)?|por semana|en ayunas|antes de dormir|(?:por|en) la (?:noche|manana)|con (?:el|los) alimentos?`,
);
const HOW_LONG = words(
  String.raw`(?:durante|por|x) (?:(?<!\p{N})\p{N}+|un[ao]?|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|catorce|quince) (?:dias?|semanas?|mes(?:es)?)`,
);
/** 'Una al día', 'dos cada noche': an unknown thing that is taken. */
const COUNTED = words(
  String.raw`(?:un[ao]?|dos|tres|medi[ao]|(?<!\p{N})\p{N}+)(?! (?:min|hora|vez|veces))(?: \p{L}+)? (?:al dia|por dia|diari[oa]s?|cada (?:noche|manana)|antes de dormir|por la (?:noche|manana))`,
);

/** Advice and plans; verbs in the past are excluded. */
const ADVICE = words(
  String.raw`(?:convien|recom(?:ie|e)nd(?!ad)|suger(?:enc|imos|ir)|propo?n|propuest|ofre[cz]|aconsej|evit)\p{L}*|(?:se sugier|sugier[oa])\p{L}*|proced[ae]n?|seria\p{L}*|(?:habra|hay|tiene) que|plan|candidat[oa]s?|indico|(?:se|le|te) indica|indicad[oa]s?|indicacion(?:es)?`,
);
const TAKING = words(
  String.raw`(?:inici(?!al)|apli[cq]|(?<!(?:de|la) )tom[ae](?!d)|recib|us[aeo](?!d)|sub(?:ir|a(?!\p{L}))|baje|cambie|agreg|anad|incorpor|comien|comen|empie[cz])\p{L}*|(?:continu(?!acion)|mantener|manteng|dejar|deje)\p{L}*(?! baj)|dar`,
);
/** An imperative with a pronoun, or a conditional, in its own spelling. */
const PLANNED = /(?:[áéí]\p{L}+(?:se|te|nos|[aeo]l[aeo]s?)|(?<!^\p{Lu}\p{L}*)[aei]rían?)$/u;
/** At the start an infinitive, or an imperative in front of its object. */
const BEGINS =
  /^\W*\p{L}{2,}(?:[aei]r(?:se|te|l[aeo]s?)?(?!\p{L})|[ae]n? (?:el|l[ao]s?|un[ao]?s?|sus?|tus?|est[aeo]s?|medi[ao])(?!\p{L}))/u;

/** Words of advice about studies, visits and habits: advice with another word may be a treatment. */
const HARMLESS = words(
  [
    'a|ante|antes|asi|cada|como|cual|cuando|cuya?|desde|despues|donde|durante|est[aeo]s?|hacia|les?|mas|me|muy|nos|nuev[oa]s?|o|para|por|pero|proxim[oa]s?|segun|si|solo|sobre|tan|tambien|te|tod[oa]s?|tras|u|usted|ya',
    'dias?|semanas?|mes(?:es)?|horas?|minutos?|vez|veces|ayunas?|manana|al',
    'rep[ei]t\\p{L}+|estudi\\p{L}+|analiz\\p{L}+|muestras?|segunda|recole\\p{L}+|entreg\\p{L}+|llev\\p{L}+|control(?:es)?|resultados?|perfil|cariotipo|ultrasonido|ecografia|solicit\\p{L}+|realiz\\p{L}+|confirm\\p{L}+|complet\\p{L}+|compar\\p{L}+|interpret\\p{L}+|complementari[oa]s?|reciente|guard[ae]r?|incub\\p{L}+|sexual(?:es)?|reposo',
    'fecha|valor\\p{L}+|inmediata|registr\\p{L}+|algunas|cifras|cuadran|se|sabe|lo|aun|movilidad|leyo|primeros|consult\\p{L}+|acud\\p{L}+|cita|visita|revis\\p{L}+|medic[oa]|especialista|urolog[oa]|androlog[oa]|genetista|clinic[oa]s?|pareja|comenta|sustituye|vuelv[ae]|saber|lleg(?:ar|o)|conclusion|falta',
    'mism[oa]s?|otr[oa]s?|nuestr[oa]s?|junto|bien|sean?|tratantes?|coment\\p{L}+|(?:andro|uro|gineco|endocrino|psico|fertilo)logia|genetic[oa]s?|nutriolog[oa]',
    'complement\\p{L}+|correlacion\\p{L}*|descart\\p{L}+|seguimiento|microdelecion(?:es)?|cromosoma|espermocultivo|cultivo|infeccion|historia|agend\\p{L}+|equipo|resolver|dudas|urgencias',
    'dorm[ia]\\p{L}*|saludable|aliment\\p{L}+|equilibrad[oa]s?|manten(?:er)?|reduc[ei]r?|consumo|banos?|calientes?|importante|hacer|ambos',
    'partir|buen[oa]?|equilibrio|ayuda\\p{L}*|datos?|actividad|fisica|sueno|siempre|conjunto|hallazgos?|explica|donde|deb\\p{L}+',
    'pued\\p{L}+|podr\\p{L}+|requier\\p{L}+|necesit\\p{L}+|sintomas|continuacion|encontraras|usamos|inicien|tiempo|describen?',
    'decid\\p{L}+|pasos|util|toma|testicular(?:es)?|escrotal',
    'calor|local|mejor\\p{L}*|sauna|laptop|piernas|fumar|tabaco|alcohol|ejercicio|dieta|agua|litros|duerm[ae]|ocho|ha[zg]a?|ropa|interior|holgada|zona|peso|beb[ae]r?|baj(?:ar|e)|evit[ae]r?|dej[ae]r?|us[ae]r?|tom[aeo]r?|ver(?:lo)?|sugier[ae]n?|indica',
  ].join('|'),
);

/** A word outside of the guard's vocabulary, as it is written and in the plain text. */
interface Unread {
  readonly written: string;
  readonly plain: string;
}

/** Whether a sentence speaks of a treatment: a medicine, a dose, or advice with other words than harmless ones. */
function isTreatment(plain: string, unread: readonly Unread[]): boolean {
  const isTimed = HOW_OFTEN.test(plain) || HOW_LONG.test(plain);
  const isAdvice =
    [ADVICE, TAKING, BEGINS].some((pattern) => pattern.test(plain)) ||
    unread.some((word) => PLANNED.test(word.written) || isPassive(plain, word));
  if ((isAdvice || isTimed) && !unread.every(isHarmless)) return true;
  if (TAKING.test(plain) && isTimed) return true;
  if (SUBSTANCE.test(plain) && (isAdvice || HOW_LONG.test(plain) || /cada/.test(plain)))
    return true;
  if (unread.some((word) => DOSE.test(word.plain))) return true;
  return [PLAN, COUNTED, DRUG, PROCEDURE].some((pattern) => pattern.test(plain));
}

/** 'Se difiere', 'se le iniciará', and not 'se midió'. */
const isPassive = (plain: string, { plain: word }: Unread) =>
  /[ae]n?$/.test(word) && ['se ', 'se le ', 'se te '].some((se) => plain.includes(se + word));

const isHarmless = ({ plain }: Unread) =>
  [HARMLESS, ADVICE].some((pattern) => plain.replace(pattern, '') === '');

/** The finding of a sentence that speaks of a treatment. No result can confirm it: a doctor accepts it. */
export function treatmentIn(
  { start: from, text }: Sentence,
  plain: string,
  tokens: readonly Token[],
): Finding[] {
  const unread = tokens.flatMap((token): Unread[] => {
    const { unit, unitAt } =
      token.kind === 'number' ? token.quantity : { unit: null, unitAt: token };
    const isOther = token.kind === 'unknown' || (unit && unit.among.length === 0 && !unit.isTime);
    if (!isOther || unitAt === null) return [];
    const { start, end } = unitAt;
    const word = plain.slice(start, end).trim();
    return /^\p{L}/u.test(word)
      ? [{ plain: word, written: text.slice(start - from, end - from).trim() }]
      : [];
  });
  if (!isTreatment(plain.slice(from, from + text.length), unread)) return [];
  const figure = text.trim();
  const start = from + text.indexOf(figure);
  const written = { start, end: start + figure.length, figure, unit: null, analyte: null };
  return [{ ...written, verdict: 'treatment', message: 'Tratamiento: requiere que lo aceptes' }];
}
