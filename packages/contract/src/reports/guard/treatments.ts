import type { Sentence } from '../sentences.ts';
import type { Finding } from '../version.ts';

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
  'fenogreco|suplement(?:os?|acion)|multivitaminic[oa]s?|complejo b|antibiotic\\p{L}*|antibioterapia',
  'anti(?:inflamatori|estrogenic|micotic|viral|histaminic|depresiv|parasitari)\\p{L}+|antiestrogenos?',
  'esteroides?|anabolic[oa]s?|inhibidor(?:es)? de (?:la )?(?:aromatasa|pde5|fosfodiesterasa)',
  'clomid|omifin|serofene|puregon|gonal|choriomon|pregnyl|ovidrel|menopur|merional|pergoveris',
  'dostinex|parlodel|cialis|viagra|levitra|propecia|proscar|avodart|arimidex|femara|nolvadex',
  'androgel|testogel|nebido|sustanon|primoteston|deca-durabolin|eutirox|roacutan|proxeed|fertilhombre',
].join('|');
const DRUG = words(String.raw`\p{L}+(?:${ENDINGS})s?|${NAMES}`);
/** Operations and assisted reproduction. */
const PROCEDURE = words(
  '(?:\\p{L}+(?:ectomia|plastia)|vaso(?:vaso|epididimo)stomia|embolizacion|escleroterapia|cirugias?|quirurgic[oa]s?|operar(?:se|te)?|circuncision|icsi|fiv|fecundacion in vitro|inseminacion(?:es)?|(?:micro-?)?tese|reproduccion asistida)',
);
/** Names of forms, ways and plans of giving a medicine. */
const PLAN = words(
  [
    'medicament\\p{L}+|medicacion|automedic\\p{L}+|farmac\\p{L}+|dosis|posologia|prescri\\p{L}+|recet\\p{L}+',
    'tabletas?|tabs?\\.?|capsulas?|comprimidos?|pastillas?|grageas?|parches?|supositorios?|jarabe',
    'ampolletas?|ampulas?|ampollas?|inyect\\p{L}+|inyecci(?:on|ones)(?! (?:intracitoplasm|de esperm))',
    'pomada|unguento|via (?:oral|subcutanea|intramuscular|intravenosa|topica|sublingual)|v\\.?o\\.?',
    'c ?\\/ ?\\p{N}+ ?(?:h\\p{L}*|d\\p{L}*)?|cada (?:\\p{N}+|cuatro|seis|ocho|doce|veinticuatro) ?h(?:oras?|rs?)?',
    '(?:(?<!\\p{N})\\p{N}+|una|dos|tres) veces al dia|(?:quimio|radio|hormono)?terapia(?! (?:de pareja|psicologica))',
    '(?:reposicion|reemplazo|sustitucion) (?:de|con|hormonal)|(?:(?<!\\p{N})\\p{N}+|un|dos|tres|cuatro) ciclos? de',
    '(?:tu|el|este|mismo) esquema|suspend\\p{L}+|tratamientos? (?:con|hormonal|medico|farmacologico|antibiotico|empirico)',
    '(?:inici|indic|recib|continu|manten|complet)\\p{L}+ (?:el |un |su |con )*tratamiento',
  ].join('|'),
);
/** Amounts that are taken, and not measured in a volume. */
const NOT_MEASURED = String.raw`(?!(?: ?\/ ?|(?: por | en (?:el |un |cada )?))(?:ml|dl|l|mililitro|decilitro|litro|m2|m²|eyaculad\p{L}+|muestra))(?![\p{L}\p{N}]|\/(?!(?:d|dia|24|12|8|kg)(?!\p{L})))`;
const AMOUNT = String.raw`(?<![\p{L}\p{N}])(?:\p{N}[\p{N}.,/ ]{0,12}|(?:un[ao]?s?|dos|tres|cuatro|cinco|seis|ocho|diez|medi[ao]|cien|quinientos|mil) )`;
const WEIGHT = new RegExp(
  String.raw`${AMOUNT}(?:mg|mcg|µg|ug|miligramos?|microgramos?|ui|u\.i\.|unidades internacionales|sobres?|cucharadas?|aplicaci(?:on|ones)|disparos?)${NOT_MEASURED}`,
  'u',
);
const DOSE = new RegExp(
  `${AMOUNT}(?:g|gr|gramos?|unidades|ml|mililitros?|gotas?|sesi(?:on|ones))${NOT_MEASURED}`,
  'u',
);
/** Things that laboratories measure and patients take. */
const SUBSTANCE = words(
  'testosterona|gonadotropinas?|hormonas?|hormonal(?:es)?|estradiol|zinc|selenio|hierro|vitaminas?|vitaminic[oa]s?|gel|crema|[a-z]{3,}ina',
);
const GIVES = words(
  String.raw`tom(?:ar|e|en|a|ese|ara|ando|arse)(?! (?:de |la |una |otra |nueva )*(?:muestra|en cuenta|en ayun))|administr\p{L}+|apli[cq]\p{L}+|anad\p{L}+|agreg(?:ar|ue|a)|incorpor(?:ar|e|a)|ingi?er\p{L}+|consum(?:ir|a)|us(?:ar|e|ara|o de|a|as)|inici(?:ar|e|a|ara|amos)|comenzar|comience|continu(?:ar|e)|dej(?:ar|e) de|aument(?:ar|e)|incremente|reduc(?:ir|za)|sugier\p{L}+ (?:un |el )?(?:ciclo|esquema)|suplementar`,
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

/** Whether a sentence, as a plain text, speaks of a treatment: a medicine, a dose, or how long something is taken. */
function isTreatment(plain: string): boolean {
  const isNamed = SUBSTANCE.test(plain);
  const isTimed = HOW_OFTEN.test(plain) || HOW_LONG.test(plain);
  const hasAmount = DOSE.test(plain);
  if (PLAN.test(plain) || WEIGHT.test(plain) || COUNTED.test(plain)) return true;
  if (GIVES.test(plain) && (isNamed || isTimed || hasAmount)) return true;
  if ((isNamed && HOW_LONG.test(plain)) || (hasAmount && isTimed)) return true;
  return DRUG.test(plain) || PROCEDURE.test(plain);
}

/** The sentences of a text that speak of a treatment. No result can confirm them: a doctor accepts each. */
export function treatmentsIn(plain: string, sentences: readonly Sentence[]): Finding[] {
  return sentences.flatMap((sentence): Finding[] => {
    if (!isTreatment(plain.slice(sentence.start, sentence.end))) return [];
    const figure = sentence.text.trim();
    const start = sentence.start + sentence.text.indexOf(figure);
    return [
      {
        start,
        end: start + figure.length,
        figure,
        unit: null,
        analyte: null,
        verdict: 'treatment',
        message: 'Tratamiento: requiere que lo aceptes',
      },
    ];
  });
}
