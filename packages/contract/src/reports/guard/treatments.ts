import type { Sentence } from '../sentences.ts';
import type { Finding } from '../version.ts';
import type { Span } from './plain-text.ts';
import type { Token } from './tokens.ts';

const words = (pattern: string) => new RegExp(String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`, 'u');

/** Medicines by the stems of their international names (WHO, The use of stems, 2018), in Spanish. */
const ENDINGS = [
  'floxacin[oa]|cilina|clavulan\\p{L}+|micina|ciclina|furantoina|cef\\p{L}{4,}|[aio]zole?|oxamida|nidazol',
  'coxib|profeno|fenaco|oxicam|olol|sartan|[ae]pril|dipin[oa]|tiazida|semida|lactona|[bv]astatina|fibrato',
  'setron|oxetina|tri?ptilina|pramina|faxina|piprazol|(?:az|ti)apina|peridol|promazina|[dlz]epam|barbital|trigina|valpro\\p{L}+',
  '[dln]afilo?|terida|(?:lo|zo)sina|metasona|nisolona|nisona|[dt]isona|corticoides?|retinoina|relina|relix',
  'formina|gli(?:ptina|flozina|tazona|clazida)|glutida|acetil ?cisteina|salazina|purinol',
  'ciclovir|terol|lukast|tropio|atadina|irizina|gatran|xaban|grel|parina|estrogenos?|gest(?:erona|rel)',
  'umab|tinib|platino|metotrexato|azatioprina|ciclosporina|limus|codona|morfina|tanilo|triptan',
].join('|');
/** Medicines and supplements of the specialty by their names and brands in Mexico. */
const NAMES = [
  'clomifen\\p{L}*|enclomifen\\p{L}*|tamoxifen\\p{L}*|raloxifeno|cabergolina|bromocriptina|levotiroxina',
  'hcg|hmg|gonadotropina corionica|menotropinas?|(?:uro|cori)?folitropina|coriogonadotropina',
  'undecanoato|enantato|cipionato|propionato|mesterolona|oxandrolona|nandrolona|estanozolol',
  'tamsulosina|silodosina|dapoxetina|imipramina|(?:pseudo)?efedrina|bupropion|minoxidil',
  'trimetoprim\\p{L}*|sulfametoxazol|fosfomicina|ceftriaxona|cef(?:ixima|alexina|uroxima|otaxima)',
  'naproxeno|diclofenaco|ketorolaco|paracetamol|aspirina|tramadol|semaglutida|pentoxifilina',
  '(?:l-)?carnitina|arginina|coenzima q ?10|coq10|ubiquinol|folic[oa]|folatos?',
  'omega[ -]?3|licopeno|(?:myo-?|mio-?)?inositol|melatonina|probiotic[oa]s?|maca|ashwagandha|ginseng',
  'fenogreco|suplement(?:os?|acion)|vitaminas|multivitaminic[oa]s?|complejo b',
  'quinolonas?|macrolidos?|agonistas?|antagonistas?|inductor(?:es)?|bloqueo|bloqueador(?:es)?|compresas?|bicarbonato|lubricantes?|diuretic[oa]s?|alfa ?bloque\\p{L}+|remedios?|herbal\\p{L}*|colchicina|insulina|\\p{L}+drina|hidroxiurea|(?:infusion|tes?) de (?!hielo)\\p{L}{4,}',
  'anti(?!cip|cuerp|g[eu]|esperm|muller|biogram)\\p{L}{4,}|analgesic[oa]s?',
  'esteroides?|anabolic[oa]s?|inhibidor(?:es)? de (?:la )?(?:aromatasa|pde5|fosfodiesterasa)',
  'clomid|omifin|serofene|puregon|gonal|choriomon|pregnyl|ovidrel|menopur|merional|pergoveris',
  'dostinex|parlodel|cialis|viagra|levitra|propecia|proscar|avodart|arimidex|femara|nolvadex',
  'androgel|testogel|nebido|sustanon|primoteston|deca-durabolin|eutirox|roacutan|proxeed|fertilhombre',
].join('|');
const DRUG = words(String.raw`\p{L}+(?:${ENDINGS})s?|${NAMES}`);
/** Operations and assisted reproduction. */
const PROCEDURE = words(
  [
    '\\p{L}+(?:ectomia|plastia|pexia|esclerosis)|rese(?:cci?on|car)|rtu|quitar el testiculo|iiu',
    'acupuntura|(?<!antecedente de )oper(?!ativ)\\p{L}+|quirofano|qx|protesis',
    '(?:desbrid|extirp|sutur|cauteriz|reimplant|anastomos|descompres)\\p{L}+|drenar\\p{L}*|incision(?:es)?|legrado|ablacion|injerto|cateter\\p{L}*|bomba|cistoscop\\p{L}+|laser|criopreserv\\p{L}+|manga gastrica',
    'celulas madre|plasma rico|p\\.?r\\.?p|electroeyaculacion|vibrador',
    'vaso(?:vaso|epididimo)stomia|embolizacion|aspira(?:r|cion)\\p{L}*|liga(?:r|dura)|drenaje',
    'estimulacion ovarica|sedacion|anestesia|escleroterapia',
    '(?<!(?:no \\p{L}+|sin|niega) )cirugias?|\\p{L}*quirurgic[oa]s?',
    'circuncision|p?icsi|imsi|macs|fiv|(?:espermatozoides|muestra) de testiculo|blastocistos?',
    'ovulos|ovodonacion|(?:fecund|fertiliz)acion in vitro|biopsia|extraccion de esperm\\p{L}+|captacion',
    'punci?on|repara(?:r|cion)|embrion\\p{L}*|donante|banco de (?:semen|esperma)',
    'protocolo (?:corto|largo)|inseminacion(?:es)?|(?:micro-?)?tese|reproduccion asistida',
  ].join('|'),
);
/** Names of forms, ways and plans of giving a medicine. */
const PLAN = words(
  [
    'medicament\\p{L}+|medicacion|automedic\\p{L}+|farmac\\p{L}+|dosis|posologia|prescri\\p{L}+|recet\\p{L}+',
    '\\p{N} ?x ?\\p{N}(?! ?\\p{N})|tabletas?|tabs?\\.?|capsulas?|comprimidos?|pastillas?|grageas?|parches?|supositorios?|jarabe',
    'ampolletas?|ampulas?|ampollas?|inyect\\p{L}+|inyecci(?:on|ones)(?! (?:intracitoplasm|de esperm))',
    '(?:(?<!\\p{N})\\p{N}+|un) sobre|sobres|cucharad(?:it)?as?|(?:cajas?|frascos?) de(?! (?:cambio|(?:la |tu )?(?:orina|muestra|semen)|recolec|boca|tapa|plastico|vidrio|cultivo))|(?!(?:abr|compr)\\p{L}* \\p{L}+ envase)(?:termin|acab|abr|compr|surt)\\p{L}* (?:tod[ao] )?(?:l[ao]s?|el|un[ao]?|otr[ao]|tus?|su|est[aeo]) (?:cajas?|blister|tiras?|envase|ampolleta)|gotas(?! cito)|disparos?|sesiones|pomada|unguento|(?:gel|crema) de|via (?:oral|subcutanea|intramuscular|intravenosa|topica|sublingual)|v\\.?o\\.?',
    'c ?\\/ ?\\p{N}+ ?(?:h\\p{L}*|d\\p{L}*)?|cada (?:\\p{N}+|cuatro|seis|ocho|doce|veinticuatro) ?h(?:oras?|rs?)?|\\p{N} ?(?:m?g )?cada (?:[468]|12|24|cuatro|seis|ocho|doce|veinticuatro)(?! ?[\\p{L}\\p{N}%]|[.,/]\\d)',
    '(?:(?<!\\p{N})\\p{N}+|una|dos|tres) veces al dia|\\p{L}*terapia(?! (?:de pareja|psicologica))',
    '(?:reposicion|ree?mplazo|sustitucion) (?:de|con|hormonal|androg\\p{L}+)|recombinantes?|trans\\p{L}*dermic[oa]|intramuscular|subcutane[oa]|(?<![\\p{N}-])\\p{N}-\\p{N}-\\p{N}(?![\\p{N}-])|(?:(?<!\\p{N})\\p{N}+|un|dos|tres|cuatro) ciclos? de',
    '(?:tom|us|sig)\\p{L}+ (?:con )?lo mismo|(?:tu|su|el|este|mismo) esquema|manejo (?:con|hormonal|medico|quirurgico)|suspend\\p{L}+|tratamientos? (?:con|hormonal|medico|farmacologico|antibiotico|empirico)',
    '(?:inici|indic|recib|continu|manten(?:er)?|complet)\\p{L}+ (?:el |un |su |con )*tratamiento',
  ].join('|'),
);
/** A unit of something that is taken, and not measured in a volume. */
const DOSE =
  /^(?:[mµu]c?g|gr?|(?:mili|micro)?gramos?|ui|unidades internacionales)(?: ?\/ ?(?:d\p{L}*|kg))?$/u;
/** Things that laboratories measure and patients take. */
const SUBSTANCE = words(
  '(?<!(?:produccion \\p{L}+ de|(?:medi|repeti|reduci)r(?: la)?|tu) )testosterona|citrato|gonadotropinas?|(?<!(?:s|t)us )hormonas?|(?<!(?:perfil|equilibrio|estudio|control) )hormonal(?:es)?|estradiol|zinc|selenio|hierro|vitaminas?|vitaminic[oa]s?|gel|crema',
);
const HOW_OFTEN = words(
  String.raw`cada (?:(?<!\p{N})\p{N}+|un[ao]?|dos|tres|cuatro|seis|ocho|doce|veinticuatro|tercer|otro|noche|manana|dia|semana|mes|lunes|martes|miercoles|jueves|viernes|sabado|domingo)|al dia|diari[oa]s?|diariamente|por dia|a la semana|semanal(?:es|mente)?|por semana|en ayunas|antes de dormir|(?:por|en) la (?:noche|manana)|con (?:el|los) (?:alimentos?|desayuno)|con la (?:comida|cena)`,
);
const HOW_LONG = words(
  String.raw`(?:durante|por|x) (?:(?<!\p{N})\p{N}+|un[ao]?|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|catorce|quince) (?:dias?|semanas?|mes(?:es)?)`,
);
/** 'Una al día', 'dos cada noche': an unknown thing that is taken. */
const COUNTED_DOSE = words(
  String.raw`(?<!fum\p{L}+ )(?:un[ao]?|dos|tres|medi[ao]|(?<!\p{N})\p{N}+)(?! (?:min|hora|vez|veces))(?: \p{L}+)? (?:al dia|por dia|diari[oa]s?|cada (?:noche|manana)|antes de dormir|por la (?:noche|manana))`,
);

/** Advice and plans; verbs in the past are excluded. */
const ADVICE = words(
  String.raw`uso de|(?:convien|recom(?:ie|e)nd(?!ad)|suger(?:enc|imos|ir)|propo?n|propuest|ofre[cz]|aconsej|evit)\p{L}*|(?:se sugier|sugier[oa])\p{L}*|proced[ae]n?|seria\p{L}*|(?:habra|hay|tiene) que|plan|candidat[oa]s?|indico|(?:se|le|te) indica|indicad[oa]s?|indicacion(?:es)?`,
);
const TAKING = words(
  String.raw`(?:inici(?!al)|apli[cq]|(?<!(?:de|la|se) )tom[ae](?!d)|recib|us[ae](?!d|mos)|sub(?:ir|a(?!\p{L}))|baje|cambie|agreg|anad|incorpor|combin|comien|comen|empie[cz])\p{L}*|(?:continu(?!acion)|mantener|manteng|dej[ae]r?)\p{L}*(?! baj)|dar(?:[lt]es?)?`,
);
/** At the start an infinitive, or an imperative before its object. */
const IMPERATIVE_START =
  /^\W*\p{L}{2,}(?:[aei]r(?:se|te|l[aeo]s?)?(?!\p{L})|[ae]n? (?:el|l[ao]s?|un[ao]?s?|sus?|tus?|est[aeo]s?|medi[ao])(?!\p{L}))/u;
/** 'Inicia fertimax': a verb of taking, and a name after it, unless it is an infinitive. */
const TAKING_VERB =
  /(?<!\p{L})(?:inici|apli[cq]|tom|us(?!o)|agreg|anad|incorpor|recet|sig|cambi|da)(?:[aeo]|[aeo]?mos|[aei]r(?:[tl]es?)?|ue|uemos)?(?: (?:con|el|la|un|una|su|tu))* (?<name>(?!\p{L}+(?:[aei]r(?:se|l[aeo]s?)?|ndo)(?!\p{L}))\p{L}[\p{L}-]{3,})/gu;
/** 'Con Fertimax', 'sugiero Fertimax': a name within a sentence. */
const NAME_AFTER_WORD =
  /(?<!\p{L})(?:[Ee]l|[Uu]n|[SsTt]u|[Cc]on|[Pp]or|(?:indic|suger|sugier|recomi|conv)\p{L}+) (?<name>(?!Doppler|Whats|Klinefelter|Papanicola)\p{Lu}\p{Ll}{3,})/gu;
/** Things that are taken or used without being a treatment. */
const HABIT = words(
  'antes|despues|ultrasonido|ecografia|mucho|mascarilla|guantes|protector|pantalon\\p{L}*|bicicleta|computadora|laptop|celular|valoracion|habitos?|horarios?|agua|liquidos|alimentos?|alcohol|tabaco|cafe|bebidas?|dieta|ejercicio|actividad|caminatas?|rutina|descansos?|pausas?|sueno|ropa|calzado|preservativo|condon|sauna|calor|hielo|tiempo|nota|cuenta|muestra|proceso|contenedor|frasco|recipiente|abstinencia|estudio\\p{L}*|busqueda',
);

/** Whether a text has a treatment: a medicine, a dose, an operation, or something that is taken. */
function isTreatment(plain: string): boolean {
  const isTaking = TAKING.test(plain);
  if (isTaking && (HOW_OFTEN.test(plain) || HOW_LONG.test(plain))) return true;
  const isAdvice = isTaking || ADVICE.test(plain) || IMPERATIVE_START.test(plain);
  if (SUBSTANCE.test(plain) && (isAdvice || HOW_LONG.test(plain) || /cada/.test(plain)))
    return true;
  return [PLAN, COUNTED_DOSE, DRUG, PROCEDURE].some((pattern) => pattern.test(plain));
}

/** The finding of a sentence that speaks of a treatment. No result can confirm it: a doctor accepts it. */
export function findTreatments(
  { start: from, text }: Sentence,
  plain: string,
  tokens: readonly Token[],
): Finding[] {
  const sentence = plain.slice(from, from + text.length);
  const isDose = (token: Token) => {
    const unitAt = unknownPart(token);
    return unitAt !== null && DOSE.test(plain.slice(unitAt.start, unitAt.end).trim());
  };
  const isUnknown = ({ groups, index, 0: { length } }: RegExpExecArray) => {
    const at = from + index + length - (groups?.['name'] ?? '').length;
    return tokens.some(({ kind, start }) => kind === 'unknown' && start === at);
  };
  const taken = [...sentence.matchAll(TAKING_VERB)].filter(({ 0: words }) => !HABIT.test(words));
  const isListed =
    isTreatment(sentence) ||
    tokens.some(isDose) ||
    [...taken, ...text.matchAll(NAME_AFTER_WORD)].some(isUnknown);
  if (!isListed) return [];
  const figure = text.trim();
  const start = from + text.indexOf(figure);
  const written = { start, end: start + figure.length, figure, unit: null, analyte: null };
  return [{ ...written, verdict: 'treatment', message: 'Tratamiento: requiere que lo aceptes' }];
}

/** A word outside of the guard's vocabulary, or the unit of a number that no result has. */
function unknownPart(token: Token): Span | null {
  if (token.kind === 'unknown') return token;
  if (token.kind !== 'number') return null;
  const { unit, unitAt } = token.quantity;
  return unit && unit.among.length === 0 && !unit.isTime ? unitAt : null;
}
