import type { Sentences } from './case.ts';

/** Sentences whose meaning rests on words that no rule lists: verbs, causes, other people, other times, negations. */
export const otherWords: Readonly<Record<string, Partial<Sentences>>> = {
  oligo: {
    true: String.raw`
La concentración espermática resultó de 9 millones/mL.
En la muestra del 10 de marzo, la concentración fue de 9 millones/mL.
Tu volumen de semen fue de 2.6 mL.
El volumen del eyaculado: 2.6 mL.
Se obtuvo un volumen de 2.6 mL con pH de 7.6.
Tu testosterona total es de 415 ng/dL.
La testosterona (415 ng/dL) se encuentra dentro del rango del laboratorio.
La LH es normal: 4.2 mUI/mL.
LH de 4.2 mUI/mL, dentro del rango de referencia.
La prolactina se reporta en 11.3 ng/mL.
El estradiol se ubica en 28 pg/mL.
La vitalidad espermática fue de 61 %.
La motilidad progresiva fue de 22 %, por debajo de 30 %.
La morfología, con 2 % de formas normales, está por debajo del percentil 5.
La morfología espermática es de 2 % y la vitalidad de 61 %.
Se observa oligozoospermia.
El seminograma muestra oligoastenoteratozoospermia.
Hay teratozoospermia (2 %).
Presenta astenozoospermia, con motilidad progresiva de 22 %.
El cultivo de semen resultó negativo.
No se detectaron microdeleciones en AZFa, AZFb y AZFc.
El conteo total de espermatozoides es de 23.4 millones.
El 10 % de los espermatozoides tiene movilidad no progresiva.
La concentración disminuyó de 18 a 9 millones/mL.
En noviembre de 2025 la vitalidad era de 66 %.
La FSH previa fue de 6.8 mUI/mL.
Tu concentración es menor que 16 millones/mL, el límite de referencia de la OMS.
La testosterona está dentro de los valores de referencia (249 a 836 ng/dL).
FSH 5.1 mUI/mL; LH 4.2 mUI/mL; prolactina 11.3 ng/mL.
| LH | 4.2 mUI/mL | 1.7 – 8.6 |
**Vitalidad:** 61 %
- Concentración: 9 millones/mL
La primera muestra tuvo una FSH de 6.8 mUI/mL.
Ni la concentración ni la motilidad progresiva superan el percentil 5.
Ni la vitalidad ni el volumen están por debajo del percentil 5.
Ni la FSH ni la LH rebasan 10 mUI/mL.
No hay duda de que la concentración está por debajo de 16 millones/mL.
Sin duda, la concentración es menor de 16 millones/mL.
La concentración no es alta: está por debajo de 16 millones/mL.
La testosterona total de 415 ng/dL está dentro del rango del laboratorio.
La concentración bajó de 18 a 9 millones/mL.
La concentración (9 millones/mL) está por debajo del percentil 5 de la OMS 2021 (16 millones/mL).
La concentración está por debajo del intervalo del percentil 5 (15 a 18 millones/mL).
En la muestra más reciente la concentración fue de 9 millones/mL.
La motilidad progresiva pasó de 34 % a 22 %.
Seminograma previo: concentración de 18 millones/mL.
Comparado con 2025, el volumen disminuyó de 3.1 a 2.6 mL.
| | Noviembre 2025 | Marzo 2026 |\n|---|---|---|\n| Volumen | 3.1 mL | 2.6 mL |
`,
    false: String.raw`
La FSH jamás ha sido de 5.1 mUI/mL.
En modo alguno es de 9 millones/mL la concentración.
La concentración difiere de 9 millones/mL.
La testosterona dista mucho de ser normal.
La FSH deja de ser normal con 5.1 mUI/mL.
La concentración nunca fue de 9 millones/mL.
La vitalidad, lejos de 61 %, es nula.
La FSH, que es de 5.1 mUI/mL, excede con mucho lo permitido.
Con 9 millones/mL, la concentración rebasa a la de la mayoría de los hombres.
La concentración de 9 millones/mL es óptima para concebir.
Con 2.6 mL el volumen resulta casi indetectable.
Un volumen de 2.6 mL equivale a una muestra insuficiente.
La testosterona de 415 ng/dL indica hipogonadismo.
El pH de 7.6 es francamente ácido.
La prolactina de 11.3 ng/mL revela un adenoma.
La FSH de 5.1 mUI/mL demuestra falla testicular.
La concentración de 9 millones/mL se triplicó desde noviembre.
La LH (4.2 mUI/mL) quedó rezagada por debajo del rango.
Ambas muestras tuvieron 9 millones/mL.
En las dos muestras la morfología fue de 2 %.
Siempre ha tenido 22 % de motilidad progresiva.
La vitalidad sigue en 61 %, sin cambios desde noviembre.
La concentración volvió a ser de 9 millones/mL, como en noviembre.
La motilidad progresiva se mantuvo en 22 % en los dos estudios.
La concentración de 9 millones/mL cumple con la OMS.
La motilidad progresiva de 22 % satisface el criterio de la OMS.
El conteo total, 23.4 millones, sobra para la normalidad.
Excepto la concentración, de 9 millones/mL, todo está bajo.
La FSH es falsamente de 5.1 mUI/mL.
Carece de oligozoospermia.
Libre de astenozoospermia.
Se aleja de la oligozoospermia.
Superó la oligozoospermia.
Ya no tiene teratozoospermia.
La oligozoospermia se resolvió.
La oligozoospermia remitió por completo.
La FSH no es de 5.1 mUI/mL.
La testosterona no es de 415 ng/dL ni baja.
La FSH ni la LH son de 5.1 mUI/mL.
La concentración no fue de 9 millones/mL.
No se encontró una concentración de 9 millones/mL.
La muestra no tiene 9 millones/mL de concentración ni azoospermia.
Sin azoospermia, y la FSH no de 5.1 mUI/mL.
El paciente no presenta 2 % de formas normales.
La concentración de 9 millones/mL es el límite de referencia de la OMS.
La concentración es de 9 millones/mL y es el número total.
En las 2 muestras la morfología fue de 2 %.
La FSH es de 5.1 mUI/mL y es el valor de la LH.
La concentración subió de 18 millones/mL en noviembre a 9 millones/mL en marzo.
La concentración mejoró de 18 a 9 millones/mL.
La vitalidad aumentó con 61 %.
La vitalidad subió a 61 %.
La FSH es igual a la LH, de 4.2 mUI/mL.
La FSH es mayor que la anterior, 5.1 mUI/mL.
La testosterona, de 415 ng/dL, fuera del rango del laboratorio.
La vitalidad (61 %), por debajo del rango de referencia.
No hay azoospermia ni oligozoospermia ni 9 millones/mL.
La motilidad progresiva es de 22 %, y la LH tampoco es de 4.2 mUI/mL.
La LH es de 4.2 mUI/mL, entre el límite superior y el inferior no.
No se obtuvo un volumen de 2.6 mL.
No hay una testosterona de 415 ng/dL.
No: la FSH es de 5.1 mUI/mL.
La FSH es de 5.1 mUI/mL, no.
FSH 5.1 mUI/mL (no).
| FSH | 5.1 mUI/mL | no |
| FSH | no 5.1 mUI/mL |
La concentración es menor de 16 millones/mL: no.
La concentración no es menor de 16 millones/mL ni mayor de 5 millones/mL.
No se observó oligozoospermia en el estudio de 9 millones/mL.
La FSH previa es de 6.8 mUI/mL y la actual no de 5.1 mUI/mL.
La concentración está por debajo del rango (6 a 8 millones/mL).
La concentración mejoró de 9 a 18 millones/mL.
La concentración de 9 millones/mL está por arriba del percentil 5.
En noviembre de 2025 la concentración fue de 9 millones/mL.
## Noviembre de 2025\n\n- Vitalidad: 61 %
La primera muestra tuvo 9 millones/mL.
En la muestra más reciente la concentración fue de 18 millones/mL.
La motilidad progresiva pasó de 22 % a 34 %.
Seminograma previo: concentración de 9 millones/mL.
Comparado con 2025, el volumen aumentó de 2.6 a 3.1 mL.
| | Noviembre 2025 | Marzo 2026 |\n|---|---|---|\n| Volumen | 2.6 mL | 3.1 mL |
| | 1.ª muestra | 2.ª muestra |\n|---|---|---|\n| Volumen | 2.6 mL | 2.6 mL |
| | Previo | Actual |\n|---|---|---|\n| Volumen | 2.6 mL | 2.6 mL |
La primera muestra es de noviembre de 2025.\nLa concentración fue de 9 millones/mL.
Primera muestra:\n- Concentración: 9 millones/mL
Muestra 1:\n- Concentración: 9 millones/mL\nMuestra 2:\n- Concentración: 18 millones/mL
Estudio anterior (noviembre 2025)\nConcentración: 9 millones/mL
`,
    undecidable: String.raw`
Si la concentración fuera de 9 millones/mL habría que repetir.
La FSH rondaría 5.1 mUI/mL de haberse repetido.
El papá del paciente tenía FSH de 5.1 mUI/mL.
Su tío reportó una concentración de 9 millones/mL.
Cuando era adolescente tuvo FSH de 5.1 mUI/mL.
El próximo año la FSH será de 5.1 mUI/mL.
Según el paciente, la testosterona es de 415 ng/dL.
Dice su esposa que la FSH es de 5.1 mUI/mL.
Ojalá la testosterona sea de 415 ng/dL.
Quizá la LH sea de 4.2 mUI/mL.
Tal vez presenta oligozoospermia por varicocele.
A lo mejor la vitalidad es de 61 %.
Supongamos una concentración de 9 millones/mL.
Habría que ver si la FSH de 5.1 mUI/mL se sostiene.
La FSH de 5.1 mUI/mL predice un buen pronóstico.
La concentración de 9 millones/mL permite inseminación.
Con 9 millones/mL, la probabilidad de embarazo es baja.
La oligozoospermia se debe a varicocele.
Oligozoospermia por tabaquismo.
Oligozoospermia desde hace diez años.
La testosterona es de 415 ng/dL por la noche.
La FSH salió en 5.1 mUI/mL bajo tratamiento.
La concentración fue de 9 millones/mL tras la fiebre.
La prolactina, de 11.3 ng/mL, fue tomada con estrés.
El volumen de 2.6 mL incluye la primera fracción.
La motilidad progresiva de 22 % se midió a las cuatro horas.
La motilidad progresiva de 22 % depende del calor.
El vecino tiene oligozoospermia.
El testosterona de 415 ng/dL la reportó un kit casero.
La FSH era de 5.1 mUI/mL antes.
Hace 10 años la FSH fue de 6.8 mUI/mL.
El mes pasado la FSH fue de 6.8 mUI/mL.
La FSH no se reporta en 5.1 mUI/mL.
Oligozoospermia total.
La prolactina, 11.3 ng/mL, total.
La FSH de 5.1 mUI/mL que presenta el laboratorio es de este.
La FSH de 5.1 mUI/mL, ¿es del paciente?
La concentración bajó con oligozoospermia.
No se reportó FSH de 5.1 mUI/mL.
Según el laboratorio, la FSH es de 5.1 mUI/mL y está confirmada.
Muestra de la pareja:\n- Concentración: 9 millones/mL
`,
  },
  asteno: {
    true: `
El volumen fue de 1.2 mL, menor al percentil 5.
El análisis de semen reporta un volumen de 1.2 mL.
La concentración es de 45 millones de espermatozoides por mililitro.
La motilidad progresiva es de 18 % y la no progresiva de 14 %.
La vitalidad fue del 71 %, por encima de 54 %.
La testosterona total es de 188 ng/dL, por debajo del rango del laboratorio.
La prolactina está elevada, en 48.2 ng/mL.
Tu LH es de 9.9 mUI/mL, por encima del rango del laboratorio (1.7 a 8.6).
La TSH está elevada (6.2 µUI/mL).
T4 libre de 0.9 ng/dL.
El índice de fragmentación del ADN espermático es de 41 %.
Se observó desarrollo en el cultivo de semen.
No presenta microdeleciones.
Hay teratozoospermia.
Leucocitos: 2.3 millones/mL (umbral de consenso < 1).
El paciente presenta astenozoospermia.
Los espermatozoides inmóviles fueron el 68 %.
En agosto la concentración fue de 45 millones/mL.
`,
    false: `
La testosterona, de 188 ng/dL, es propia de un hombre sano.
La prolactina de 48.2 ng/mL carece de importancia por estar en rango.
La LH de 9.9 mUI/mL resulta indetectable.
La TSH de 6.2 µUI/mL corresponde a hipertiroidismo.
Un volumen de 1.2 mL es generoso.
La morfología de 1 % es mejor que la de febrero.
La vitalidad de 71 % evidencia que casi nada vive.
La motilidad progresiva de 18 % está a la par de febrero.
La concentración de 45 millones/mL cayó respecto a la de febrero.
La FSH de 3.4 mUI/mL está a un paso del límite.
La testosterona de 188 ng/dL ya se normalizó.
El cultivo de semen positivo se contradice con un nuevo cultivo.
El espermocultivo dejó de ser positivo.
La LH elevada ya se corrigió.
La prolactina está elevada solo en apariencia.
Es mentira que la prolactina esté elevada.
La astenozoospermia ya desapareció.
Nada indica astenozoospermia.
Nadie encontró teratozoospermia.
Imposible que haya astenozoospermia.
La fragmentación del ADN de 41 % es baja para la edad.
La motilidad progresiva se quedó corta de 18 %.
Apenas roza 1.2 mL el volumen sin llegar a tenerlos.
Un pH de 7.0 es alcalino.
Tiene 45 millones/mL, o sea azoospermia.
`,
    undecidable: `
La prolactina elevada viene de un prolactinoma.
El espermocultivo positivo es por contaminación.
La testosterona baja explica el cansancio.
La testosterona de 188 ng/dL justifica disfunción eréctil.
La TSH de 6.2 µUI/mL amerita ver a endocrinología.
La fragmentación de 41 % es causa de abortos.
La astenozoospermia es genética.
Astenozoospermia de por vida.
La LH de 9.9 mUI/mL bajará con el tiempo.
El volumen de 1.2 mL sugiere obstrucción.
Hubo crecimiento de Enterococcus en el cultivo de semen.
La teratozoospermia es reversible.
La prolactina de 48.2 ng/mL corresponde a la macroprolactina.
`,
  },
  healthy: {
    true: `
Tu concentración fue de 88 millones/mL, por encima del percentil 5.
La cuenta total de espermatozoides es de 360.8 millones por eyaculado.
La motilidad total es de 67 %.
La hemoglobina glicosilada, de 5.3 %, está dentro del rango.
La FSH y la testosterona están dentro del rango del laboratorio.
El espermocultivo fue negativo.
AZFa, AZFb y AZFc presentes.
El volumen seminal es de 4.1 mL (referencia ≥ 1.4 mL).
No presenta oligozoospermia ni teratozoospermia.
Vitalidad de 85 % (límite de referencia: 54 %).
`,
    false: `
La concentración de 88 millones/mL es propia de una oligozoospermia.
La FSH de 4 mUI/mL delata insuficiencia testicular.
La HbA1c de 5.3 % confirma diabetes.
El volumen de 4.1 mL es escaso.
La vitalidad de 85 % quiere decir que 85 % están muertos.
Con 12 % de formas normales, la morfología reprueba.
El cultivo de semen fue negativo hasta que creció E. coli.
La motilidad progresiva de 61 % es igual a la total.
Las regiones AZFa, AZFb y AZFc están presentes a medias.
La testosterona de 512 ng/dL queda corta.
El 33 % de inmóviles es la mayoría.
La HbA1c normal se perdió.
La testosterona normal es cosa del pasado.
Con 360.8 millones por eyaculado hay hiperespermia.
`,
    undecidable: `
La FSH de 4 mUI/mL garantiza fertilidad.
Los 88 millones/mL aseguran el embarazo.
El cultivo de semen negativo excluye prostatitis.
La HbA1c de 5.3 % se logró con dieta.
La testosterona de 512 ng/dL es normal para su edad.
Con una testosterona de 512 ng/dL, la libido es normal.
`,
  },
  azoo: {
    true: `
Se diagnosticó azoospermia.
La FSH está por encima del rango del laboratorio: 22.4 mUI/mL.
La testosterona es de 210 ng/dL, por debajo del rango.
Se encontró deleción en la región AZFc.
La LH se encuentra elevada, con 11.8 mUI/mL.
El volumen de la muestra fue de 3.2 mL y el pH de 7.5.
`,
    false: `
La azoospermia se revirtió.
La FSH de 22.4 mUI/mL habla de función testicular intacta.
La testosterona de 210 ng/dL descarta hipogonadismo.
La FSH elevada se debe a un error y es en realidad normal.
La región AZFc ausente fue recuperada.
La azoospermia desapareció en el sedimento.
La LH de 11.8 mUI/mL no pasa de lo común.
El cultivo de semen positivo fue una contaminación y cuenta como estéril.
La deleción de AZFc no fue encontrada.
El cultivo de semen no es positivo ni estéril.
No se observaron espermatozoides en fresco, y sí en el sedimento centrifugado.
La región AZFc no está presente ni ausente.
`,
    undecidable: `
La azoospermia es testicular.
Azoospermia por quimioterapia.
La FSH de 22.4 mUI/mL anuncia menopausia masculina.
La microdeleción en AZFc es heredable.
La microdeleción en AZFc viene de su abuelo.
La azoospermia data de la infancia.
`,
  },
  fertile: {
    true: `
La motilidad total fue de 66 % y la progresiva de 58 %.
La vitalidad fue de 82 %, entre el percentil 50 y el 75.
El paciente no presenta astenozoospermia.
Tu muestra tuvo una concentración de 72 millones/mL.
`,
    false: `
Una concentración de 72 millones/mL es la mitad de la previa.
La motilidad progresiva de 58 % empeora el caso por ser anómala.
El volumen de 3.4 mL triplica el promedio.
La vitalidad de 82 % es incompatible con un hombre fértil.
Con 9 % de formas normales se diagnostica globozoospermia.
`,
  },
  pending: {
    false: `
No se observaron espermatozoides, y sí en la orina.
`,
  },
};
