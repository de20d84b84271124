import type { Sentence } from '../sentences.ts';
import type { Finding } from '../version.ts';

/** Medicines and supplements of the specialty, by their names in Mexico. */
const DRUG =
  /(?<!\p{L})(?:clomifen\p{L}*|enclomifen\p{L}*|letrozol\p{L}*|anastrozol\p{L}*|tamoxifen\p{L}*|gonadotropinas?|hcg|hmg|menotropinas?|folitropina|corifolitropina|cabergolina|bromocriptina|levotiroxina|tiamazol|metimazol|testosterona en (?:gel|parches)|undecanoato|enantato|cipionato|mesterolona|finasterida|dutasterida|tamsulosina|silodosina|sildenafil\p{L}*|tadalafil\p{L}*|vardenafil\p{L}*|dapoxetina|imipramina|pseudoefedrina|\p{L}+floxacin[oa]|doxiciclina|minociclina|azitromicina|claritromicina|eritromicina|\p{L}*amoxicilina|ceftriaxona|cefixima|cefalexina|trimetoprim\p{L}*|sulfametoxazol|nitrofurantoina|fosfomicina|metronidazol|ibuprofeno|naproxeno|celecoxib|ketorolaco|paracetamol|prednisona|dexametasona|metformina|semaglutida|antioxidantes?|(?:l-)?carnitina|coenzima q ?10|ubiquinol|acido folico|omega[ -]?3|n-?acetil\p{L}*|licopeno|selenio|pentoxifilina|multivitaminico|antibiotic[oa]s?|antiinflamatori[oa]s?|antiestrogen[oa]s?|inhibidor(?:es)? de (?:la )?aromatasa|tratamiento hormonal)(?!\p{L})/u;
const DOSE =
  /(?<![\p{L}\p{N}])(?:\p{N}[\p{N}.,/ ]{0,12}|(?:un[ao]?|dos|tres|cuatro|cinco|seis|ocho|diez|medi[ao]|cien|quinientos|mil) )(?:mg|mcg|µg|ug|g|gr|gramos?|miligramos?|microgramos?|ui|u\.i\.|unidades(?: internacionales)?|ml|mililitros?|tabletas?|tabs?\.?|capsulas?|caps\.?|comprimidos?|pastillas?|gotas?|ampolletas?|ampulas?|ampollas?|sobres?|inyecci(?:on|ones)|grageas?|parches?|cucharadas?|disparos?|aplicaci(?:on|ones)|dosis)(?!(?: ?\/ ?|(?: por ))(?:ml|dl|l|mililitro|decilitro|litro|m2|m²))(?![\p{L}\p{N}/])/u;
const GIVES =
  /(?<!\p{L})(?:tom(?:a|ar|e|en|as|ara|ando|o)|administr\p{L}+|aplic(?:ar|ate|arse|a|ue|ando)|inyect\p{L}+|prescri\p{L}+|recet\p{L}+|indic(?:o|a|amos|ar|ue) (?:tratamiento|iniciar|tomar)|medic\p{L}+|suplement\p{L}+|suspend\p{L}+|inici\p{L}+|continu\p{L}+|ingier\p{L}+|consum\p{L}+|via (?:oral|subcutanea|intramuscular|topica|sublingual)|dosis|esquema|terapia|tratamiento)(?!\p{L})/u;
const HOW_LONG =
  /(?<!\p{L})(?:cada (?:\p{N}+|un[ao]?|dos|tres|cuatro|seis|ocho|doce|veinticuatro|tercer|otro|noche|dia|semana|mes)|al dia|diari[oa]s?|diariamente|por dia|a la semana|semanal(?:es|mente)?|por semana|(?:durante|por) (?:\p{N}+|un[ao]?|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|catorce|quince) (?:dias?|semanas?|mes(?:es)?)|cada (?:manana|tercer dia)|en ayunas|antes de dormir|con (?:el|los) alimentos?)(?!\p{L})/u;

/** Whether a sentence, as a plain text, speaks of a treatment: a medicine, a dose, or how long something is taken. */
const isTreatment = (plain: string) =>
  DRUG.test(plain) ||
  (GIVES.test(plain) && (DOSE.test(plain) || HOW_LONG.test(plain))) ||
  (DOSE.test(plain) && HOW_LONG.test(plain));

/** The sentences of a text that speak of a treatment. No result can confirm them: a doctor accepts each. */
export function treatmentsIn(plain: string, sentences: readonly Sentence[]): Finding[] {
  return sentences.flatMap((sentence): Finding[] => {
    if (!isTreatment(plain.slice(sentence.start, sentence.end))) return [];
    const lead = sentence.text.length - sentence.text.trimStart().length;
    const start = sentence.start + lead;
    const figure = sentence.text.trim();
    const message = 'Tratamiento: requiere que lo aceptes';
    return [
      {
        start,
        end: start + figure.length,
        figure,
        unit: null,
        analyte: null,
        verdict: 'treatment',
        message,
      },
    ];
  });
}
