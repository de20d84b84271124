import type { Case } from './case.ts';

/** Fewer sperm and forms than in April, better motility; prolactin above its range, AZFc deleted, growth. */
export const mixed: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-04-14',
      values: {
        volume: 2.1,
        concentration: 28,
        total: 58.8,
        PR: 26,
        NP: 12,
        IM: 62,
        motility: 38,
        vitality: 63,
        forms: 5,
        pH: 7.4,
        leukocytes: 0.4,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-04-15',
      values: { FSH: 6.3, testosterone: 348 },
      ranges: { FSH: [1.5, 12.4], testosterone: [264, 916] },
    },
    {
      study: 'Seminograma',
      on: '2026-09-22',
      values: {
        volume: 1.8,
        concentration: 12,
        total: 21.6,
        PR: 34,
        NP: 6,
        IM: 60,
        motility: 40,
        vitality: 57,
        forms: 2,
        pH: 7.8,
        leukocytes: 1.6,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-09-23',
      values: { FSH: 9.4, LH: 7.2, testosterone: 286, prolactin: 21.3, estradiol: 31 },
      ranges: {
        FSH: [1.5, 12.4],
        LH: [1.7, 8.6],
        testosterone: [264, 916],
        prolactin: [4, 15.2],
        estradiol: [11, 44],
      },
    },
    { study: 'Fragmentacion_ADN', on: '2026-09-24', values: { DFI: 34, HDS: 9 } },
    { study: 'Microdelesiones', on: '2026-09-25', values: { AZFa: true, AZFb: true, AZFc: false } },
    { study: 'Cultivo_Semen', on: '2026-09-26', values: { growth: true } },
  ],
  true: `
La concentración espermática fue de 12 millones/mL, por debajo del límite inferior de referencia de la OMS 2021 (16 millones/mL).
El volumen seminal es de 1.8 mL y el pH de 7.8.
La motilidad progresiva pasó de 26 % en abril a 34 % en septiembre.
El número total de espermatozoides disminuyó de 58.8 a 21.6 millones por eyaculado.
Las formas normales (2 %) se encuentran por debajo del percentil 5 (4 %).
La prolactina de 21.3 ng/mL supera el límite superior del laboratorio (15.2 ng/mL).
La FSH (9.4 mUI/mL) y la LH (7.2 mUI/mL) están dentro del intervalo del laboratorio.
Se detectó una deleción de la región AZFc; las regiones AZFa y AZFb están presentes.
El índice de fragmentación del ADN es de 34 %.
La testosterona total es de 286 ng/dL (intervalo: 264 – 916 ng/dL).
El cultivo mostró crecimiento.
Vitalidad de 57 %, sobre el límite inferior de 54 %.
Los leucocitos, de 1.6 millones/mL, rebasan 1 millón/mL.
La concentración y las formas normales son de 12 millones/mL y 2 %, respectivamente.
La motilidad total es de 40 %, menor de 42 %.
La vitalidad bajó de 63 % a 57 % y la motilidad progresiva subió de 26 % a 34 %.
La motilidad progresiva, la no progresiva y la inmovilidad son de 34 %, 6 % y 60 %, respectivamente.
La FSH y la LH fueron de 9.4 mUI/mL y 7.2 mUI/mL, respectivamente.
En el último estudio, del 22 de septiembre de 2026, la concentración fue de 12 millones/mL.
El 14 de abril de 2026 la vitalidad era de 63 %.
El cultivo fue positivo y AZFa está presente.
La testosterona sérica es de 286 ng/dL.
La prolactina, de 21.3 ng/mL, está elevada y la FSH, de 9.4 mUI/mL, está dentro del intervalo del laboratorio.
Oligozoospermia: 12 millones/mL.
El límite superior de la prolactina según el laboratorio es de 15.2 ng/mL.
La concentración del estudio actual es de 12 millones/mL; en abril era de 28 millones/mL.
El cultivo de semen mostró crecimiento y los leucocitos son de 1.6 millones/mL.
Se encontró una microdeleción de AZFc.
La LH es de 7.2 mUI/mL (rango del laboratorio: 1.7 – 8.6 mUI/mL).
La FSH subió de 6.3 a 9.4 mUI/mL.
La testosterona bajó de 348 a 286 ng/dL y la FSH subió de 6.3 a 9.4 mUI/mL.
El volumen de 1.8 mL es mayor de 1.4 mL, el límite inferior de la OMS.
| Vitalidad | 57 % |
La prolactina (21.3 ng/mL) rebasa el límite superior del laboratorio, de 15.2 ng/mL.
Leucocitos de 1.6 millones/mL y cultivo positivo.
AZFa presente, AZFb presente, AZFc ausente.
En abril la FSH fue de 6.3 mUI/mL y en septiembre de 9.4 mUI/mL.
El 60 % de los espermatozoides es inmóvil y el 34 % progresivo.
Las formas normales bajaron de 5 % en abril a 2 % en septiembre.
`,
  false: String.raw`
Todos los parámetros del seminograma están por encima del límite inferior, salvo la concentración de 12 millones/mL.
Excepto las formas normales (2 %), el seminograma cumple con los límites de la OMS.
A diferencia de la motilidad progresiva (34 %), la vitalidad de 57 % está por debajo del límite de la OMS.
La concentración de 28 millones/mL de abril es el doble de la de septiembre, 12 millones/mL.
Ninguno de los valores hormonales, ni la prolactina de 21.3 ng/mL, está fuera de su intervalo.
Ambos seminogramas muestran una motilidad progresiva por debajo de 30 %: 26 % y 34 %.
La FSH y la LH son de 7.2 y 9.4 mUI/mL, respectivamente.
En lugar de 28 millones/mL, la concentración de abril fue de 12 millones/mL.
La motilidad progresiva, que en abril era de 34 %, es ahora de 26 %.
La testosterona de 286 ng/dL está por debajo del límite inferior del laboratorio, 264 ng/dL.
La testosterona es de 286 pg/mL.
La concentración es de 12 mil/mL.
El número total de espermatozoides es de 21.6 millones/mL.
El 34 % de los espermatozoides tiene movilidad no progresiva.
El 34 % de los espermatozoides tiene morfología normal.
La prolactina de 21.3 ng/mL está dentro del intervalo del laboratorio.
La prolactina es normal (21.3 ng/mL).
La deleción afecta a AZFa y AZFb, con AZFc presente.
No se detectó deleción en AZFc.
No hubo crecimiento en el cultivo.
No es cierto que la concentración sea de 12 millones/mL.
La concentración no es de 12 millones/mL.
La concentración, de 12 millones/mL, está en el percentil 25.
Las formas normales de 2 % superan el percentil 5.
La vitalidad bajó de 57 % a 63 %.
La vitalidad mejoró de 63 % a 57 %.
La motilidad progresiva empeoró de 26 % a 34 %.
La FSH se mantuvo sin cambios entre abril (6.3 mUI/mL) y septiembre (9.4 mUI/mL).
El volumen, de 1.8 mL, es mayor que el de abril (2.1 mL).
El 14 de abril de 2026 la concentración fue de 12 millones/mL.
El 22 de septiembre de 2026 el pH fue de 7.4.
La muestra más reciente tuvo 28 millones/mL de concentración.
La muestra más antigua tuvo una concentración de 12 millones/mL.
Con 12 millones/mL, el paciente presenta azoospermia.
El paciente tiene normozoospermia, con una concentración de 12 millones/mL.
Una concentración de 12 millones/mL confirma oligozoospermia severa.
Los leucocitos de 1.6 millones/mL descartan leucocitospermia.
El límite inferior de la OMS para la concentración es de 12 millones/mL.
La concentración de 12 millones/mL supera el límite de la OMS de 15 millones/mL.
El estradiol de 31 pg/mL es bajo.
Estradiol: 31 ng/dL.
La concentración cayó a una tercera parte, de 28 a 12 millones/mL.
La concentración disminuyó 16 %, de 28 a 12 millones/mL.
La inmovilidad de 60 % es la más alta de los dos estudios.
En el estudio más reciente, del 14 de abril de 2026, la concentración fue de 28 millones/mL.
En el estudio anterior, del 22 de septiembre de 2026, la concentración fue de 12 millones/mL.
En abril y en septiembre la vitalidad fue de 57 %.
La concentración del 14 de abril y del 22 de septiembre fue de 12 millones/mL.
Antes del 14 de abril la vitalidad era de 63 %.
Desde abril la vitalidad es de 63 %.
La vitalidad bajó de 63 % a 57 % y la concentración, de 12 millones/mL, subió.
La motilidad progresiva subió de 26 % a 34 % y aumentó la concentración, de 12 millones/mL.
La prolactina de 21.3 ng/mL está elevada y la FSH de 9.4 mUI/mL también.
La prolactina está elevada (21.3 ng/mL), así como la FSH (9.4 mUI/mL).
Los leucocitos en sangre son de 1.6 millones/mL.
El pH en sangre es de 7.8.
La FSH en semen es de 9.4 mUI/mL.
La concentración en el sedimento es de 12 millones/mL.
La concentración en el testículo es de 12 millones/mL.
La testosterona en el eyaculado es de 286 ng/dL.
El límite inferior de la OMS para la FSH es de 1.5 mUI/mL.
El rango de la OMS para la testosterona es de 264 – 916 ng/dL.
El volumen esperado es de 1.8 mL y el límite inferior de 1.4 mL.
La FSH de 9.4 mUI/mL equivale a la LH de 7.2 mUI/mL.
La vitalidad de 57 % representa la motilidad de 40 %.
La concentración calculada en el sedimento fue de 12 millones/mL y el volumen de 1.8 mL.
La concentración es de poco más de 12 millones/mL.
El valor preliminar de la FSH es de 9.4 mUI/mL.
La inmovilidad y la vitalidad suman 57 %.
El paciente tuvo una FSH de 6.3 mUI/mL en septiembre y de 9.4 mUI/mL en abril.
La LH es de 7.2 mUI/mL (rango del laboratorio: 1.5 – 12.4 mUI/mL).
El rango de la OMS de la LH es de 1.7 – 8.6 mUI/mL.
El umbral de consenso de los leucocitos según el laboratorio es de 1 millón/mL.
La concentración y el número total son de 21.6 y 12 millones, respectivamente.
La FSH y la testosterona son de 286 ng/dL y 9.4 mUI/mL, respectivamente.
La motilidad progresiva y la no progresiva son de 6 % y 34 %, respectivamente.
El semen tuvo una prolactina de 21.3 ng/mL.
El suero tuvo una concentración de 12 millones/mL.
El estudio inicial, el actual, mostró una vitalidad de 63 %.
La vitalidad anterior, de septiembre, era de 57 %.
En abril de 2026 y ahora el pH es de 7.8.
La testosterona bajó de 348 a 286 ng/dL y la FSH, de 9.4 mUI/mL, disminuyó.
La testosterona subió de 348 a 286 ng/dL y la FSH bajó de 6.3 a 9.4 mUI/mL.
Ausencia de crecimiento en el cultivo, ausentes AZFa y AZFb.
Con AZFc presente, no hay deleción en AZFa.
El volumen de 1.8 mL es mayor de 2 mL, el límite inferior de la OMS.
No hay oligozoospermia con 12 millones/mL.
La motilidad progresiva, en el percentil 50, es de 34 %.
La vitalidad no alcanza el percentil 5, con 57 %.
Los espermatozoides son 12 %.
Hubo 12 millones/mL de espermatozoides inmóviles.
Hubo 34 % de formas normales.
De la testosterona, 34 % es libre.
El límite superior de la vitalidad es de 54 %.
| Analito | Abril | Septiembre |\n|---|---|---|\n| Vitalidad | 57 % | 63 % |
## Abril de 2026\n\nLa vitalidad fue de 57 %.
**Pareja**\n\nLa FSH es de 9.4 mUI/mL y es normal en él.
La FSH, de 9.4 mUI/mL, está fuera del intervalo del laboratorio.
La LH y la prolactina están dentro del intervalo del laboratorio (7.2 mUI/mL y 21.3 ng/mL).
La prolactina y la FSH están elevadas: 21.3 ng/mL y 9.4 mUI/mL.
Vitalidad y motilidad progresiva por debajo del límite inferior: 57 % y 34 %.
El paciente presenta astenozoospermia y teratozoospermia sin oligozoospermia.
El 34 % de los espermatozoides es inmóvil y el 60 % progresivo.
La prolactina (21.3 ng/mL) queda en el límite superior del laboratorio.
Leucocitos de 1.6 millones/mL y cultivo negativo.
AZFa ausente, AZFb presente, AZFc presente.
Tanto la FSH como la LH son de 9.4 mUI/mL.
La FSH, 9.4 mUI/mL, y la LH, la misma.
El volumen bajó de 2.1 mL a 1.8 mL y el pH bajó de 7.4 a 7.8.
El pH de abril es 7.4, y el de septiembre 7.4.
El número total es de 12 millones/mL por 1.8 mL: 58.8 millones por eyaculado.
En el seminograma la FSH es de 9.4 mUI/mL.
En el perfil tiroideo la FSH es de 9.4 mUI/mL.
El índice de fragmentación fue de 34 % en abril.
La HDS es de 34 % y el DFI de 9 %.
La concentración se observa en 12 % de los espermatozoides.
Estudio del paciente: AZFc presente con FSH de 9.4 mUI/mL.
El porcentaje de vitalidad y de motilidad progresiva es de 57 %.
La testosterona libre es de 286 ng/dL.
El límite inferior de referencia de la vitalidad es de 57 %.
Según la OMS 2010, el límite inferior de la concentración es de 16 millones/mL.
Las formas normales de septiembre son 2 %, y las de abril, 2 %.
`,
  undecidable: `
Si la concentración fuera de 12 millones/mL, se repetiría el estudio.
La concentración de 12 millones/mL se debe al varicocele.
La pareja del paciente tiene una FSH de 9.4 mUI/mL.
Su hermano tuvo una concentración de 12 millones/mL.
El donador tiene una motilidad progresiva de 34 %.
¿La prolactina es de 21.3 ng/mL?
Con una fragmentación de 34 %, la probabilidad de embarazo natural es baja.
La prolactina de 21.3 ng/mL explica la testosterona de 286 ng/dL.
En otro laboratorio la concentración fue de 12 millones/mL.
La FSH de 9.4 mUI/mL subirá en los próximos meses.
El crecimiento en el cultivo causó los leucocitos de 1.6 millones/mL.
La muestra congelada tiene una motilidad de 40 %.
Tras la varicocelectomía, la motilidad progresiva pasó de 26 % a 34 %.
La deleción de AZFc la heredó de su padre.
El índice de fragmentación de 34 % se redujo respecto de abril.
Un FSH de 9.4 mUI/mL es lo esperado a su edad.
Presenta oligozoospermia por leucocitos de 1.6 millones/mL.
La testosterona de 286 ng/dL es por la prolactina de 21.3 ng/mL.
La prolactina de 21.3 ng/mL es compatible con la testosterona de 286 ng/dL.
Los leucocitos de 1.6 millones/mL confirman el crecimiento en el cultivo.
La concentración de 12 millones/mL resulta de la FSH de 9.4 mUI/mL.
Según el laboratorio, el límite inferior de la concentración es de 16 millones/mL.
Se espera una concentración de 12 millones/mL (límite inferior: 16 millones/mL).
La concentración de 12 millones/mL se observó con deleción de AZFc y por ella.
Con la prolactina de 21.3 ng/mL se diagnostica un adenoma.
El paciente con FSH de 9.4 mUI/mL es un hombre con una deleción de AZFb parcial.
La FSH de 9.4 mUI/mL fue la de la paciente.
Se considera que la FSH es de 9.4 mUI/mL.
La concentración esperada es de 12 millones/mL, y el límite inferior, de 16 millones/mL.
Los datos del laboratorio de la esposa: FSH 9.4 mUI/mL.
Se repite la FSH de 9.4 mUI/mL (límite superior: 12.4 mUI/mL).
La FSH de 9.4 mUI/mL es mínima, y el límite superior, de 12.4 mUI/mL.
En la orina hubo 12 millones/mL de espermatozoides.
La FSH de 9.4 mUI/mL, que se observó en la madre, es de ella.
La concentración del segundo eyaculado es de 12 millones/mL.
La testosterona de 286 ng/dL se midió en la tarde.
`,
};
