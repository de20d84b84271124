import type { Sentences } from './case.ts';

/** Typing errors, denials, changes and other specimens, written before the code met them. */
export const typedWordings: Readonly<Record<string, Partial<Sentences>>> = {
  oligo: {
    true: `
La concentración cayó de 18 a 9 millones/mL.
Consentración de 9 millones/mL.
vol 2.6 ml, ph 7.6, conc 9 mill/ml
fsh 5.1 lh 4.2
La testosterona es normal.
No hay azoospermia, pero sí oligozoospermia.
Hay oligozoospermia, no azoospermia.
La concentración no rebasa 16 millones/mL.
La concentración de noviembre fue de 18 millones/mL.
La concentración de marzo es menor que la de noviembre (18 millones/mL).
La vitalidad está entre 60 y 70 %.
La vitalidad es mayor de 50 % y menor de 70 %.
`,
    false: `
La concentracion callo de 9 a 18 millones/mL.
Concentracion 90 mill/ml.
Concentrasion: 18 mill x ml.
vol 2.6 ml ph 7.8 conc 9 mill/ml
mot prog 32% mot tot 22%
fsh 4.2 lh 5.1
testo 45 ng/dl
prl 1.13 ng/ml
E2 28 ng/dL
FSH normal alta.
FSH en límite alto.
Testosterona limítrofe baja.
La testosterona no es ni baja ni normal.
La testosterona no está dentro ni fuera del rango.
No hay ni oligozoospermia ni astenozoospermia.
No hay azoospermia, pero tampoco oligozoospermia.
Hay azoospermia y no oligozoospermia.
Hay oligozoospermia, no astenozoospermia.
Descartada la oligozoospermia.
Se descarta oligozoospermia y se confirma azoospermia.
Sin oligozoospermia; con astenozoospermia.
Astenozoospermia sin teratozoospermia.
Oligozoospermia con morfología normal.
Teratozoospermia con motilidad conservada.
Ausencia de astenozoospermia y teratozoospermia.
Libre de oligozoospermia.
Lejos de la oligozoospermia.
No oligozoospermia.
El diagnóstico de oligozoospermia no se sostiene.
Se corrigió la oligozoospermia.
Ya no tiene oligozoospermia.
Todavía no hay oligozoospermia.
Oligozoospermia extrema.
La concentración es de 9 millones/mL y es normal.
La concentración de 9 millones/mL es mayor del límite de 16 millones/mL.
La concentración de 9 millones/mL es adecuada.
La concentración de 9 millones/mL no es baja.
La concentración no baja de 16 millones/mL.
La concentración no sube de 5 millones/mL.
La concentración apenas rebasa 16 millones/mL.
La concentración rebasa en 2 millones/mL los 7 millones/mL.
La concentración está a 9 millones/mL del límite.
A la concentración le faltan 9 millones/mL para llegar al límite.
Le sobran 9 millones/mL.
Faltan 9 millones/mL.
La concentración de noviembre, 9 millones/mL, es la mitad de la de marzo.
La concentración de noviembre fue menor que la de marzo (9 millones/mL).
La concentración de marzo es mayor que la de noviembre (18 millones/mL).
La concentración aumentó 9 millones/mL.
La concentración disminuyó 18 millones/mL.
La motilidad total pasó de 32 % a 42 %.
Hace un año la concentración era de 9 millones/mL.
Hace cuatro meses la concentración era de 9 millones/mL.
Ayer la concentración fue de 9 millones/mL.
En 2024 la concentración fue de 18 millones/mL.
En noviembre de 2024 la concentración fue de 18 millones/mL.
Desde noviembre la concentración es de 9 millones/mL.
Entre noviembre y marzo la concentración fue de 9 millones/mL.
Hasta noviembre la concentración fue de 9 millones/mL.
Antes de marzo la concentración era de 9 millones/mL.
Después de marzo la concentración fue de 18 millones/mL.
En ambas muestras la concentración fue de 9 millones/mL.
En las dos muestras la vitalidad fue de 61 %.
En todas las muestras el pH fue de 7.6.
El promedio de la concentración es de 9 millones/mL.
La mediana de la concentración es de 9 millones/mL.
La media de ambas concentraciones es 9 millones/mL.
La concentración máxima fue de 9 millones/mL.
La concentración mínima fue de 18 millones/mL.
La mejor concentración fue de 9 millones/mL.
El mejor seminograma tuvo 9 millones/mL.
La FSH máxima es de 5.1 mUI/mL.
El máximo de FSH es de 5.1 mUI/mL.
El mínimo de la FSH es de 5.1 mUI/mL.
FSH objetivo: 5.1 mUI/mL.
FSH esperada: 5.1 mUI/mL.
FSH ideal: 5.1 mUI/mL.
FSH límite: 5.1 mUI/mL.
FSH corregida: 5.1 mUI/mL.
El 22 % de motilidad progresiva se redondea a 30 %.
La motilidad progresiva es de 22 puntos por debajo del límite.
La motilidad progresiva está 8 % por encima del límite.
La motilidad progresiva es 22 % menor que el límite.
La motilidad progresiva es 22 % mayor que en noviembre.
La vitalidad es de 61 % o más.
La vitalidad es de 61 % a 66 % según la muestra.
La vitalidad está entre 62 y 70 %.
La vitalidad no está entre 60 y 70 %.
La vitalidad es menor de 70 % y mayor de 65 %.
La vitalidad es mayor de 50 % y menor de 60 %.
`,
    undecidable: `
Tendrá oligozoospermia.
Antecedente de oligozoospermia.
Oligozoospermia secundaria a varicocele.
Oligozoospermia idiopática.
Oligozoospermia leve.
La concentración disminuyó 9 millones/mL.
FSH pendiente: 5.1 mUI/mL.
FSH por confirmar: 5.1 mUI/mL.
FSH estimada en 5.1 mUI/mL.
FSH (otro laboratorio): 5.1 mUI/mL.
FSH tras clomifeno: 5.1 mUI/mL.
LHRH de 4.2 mUI/mL.
FSH urinaria 5.1 mUI/mL.
Testosterona salival de 415 ng/dL.
Testosterona intratesticular 415 ng/dL.
Testosterona libre de 415 ng/dL.
Estradiol/testosterona de 28.
La relación testosterona/estradiol es de 415/28.
Relación LH/FSH 4.2/5.1.
Anti-FSH de 5.1 mUI/mL.
El volumen testicular es de 2.6 mL.
El volumen residual es de 2.6 mL.
El volumen de orina fue de 2.6 mL.
El volumen que se inyectó fue de 2.6 mL.
El volumen para la FIV es de 2.6 mL.
Volumen de la segunda fracción: 2.6 mL.
Tras capacitación, la concentración es de 9 millones/mL.
Postcapacitación: concentración 9 millones/mL.
Después del swim-up la motilidad progresiva es de 22 %.
Tras 24 horas la motilidad progresiva es de 22 %.
La motilidad progresiva a los 60 minutos es de 22 %.
La motilidad progresiva está 8 puntos por debajo del 30 %.
La vitalidad es de 61 % o menos.
`,
  },
};
