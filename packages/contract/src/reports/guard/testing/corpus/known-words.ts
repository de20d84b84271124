import type { Case } from './case.ts';

/** Three samples, each with a higher count and lower motility than the one before. */
export const threeSamples: Omit<Case, 'true' | 'false' | 'undecidable'> = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-02-10',
      values: {
        volume: 3,
        concentration: 20,
        total: 60,
        PR: 40,
        motility: 50,
        vitality: 70,
        forms: 6,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-05-10',
      values: {
        volume: 2.5,
        concentration: 24,
        total: 60,
        PR: 36,
        motility: 46,
        vitality: 66,
        forms: 5,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-08-10',
      values: {
        volume: 2,
        concentration: 30,
        total: 60,
        PR: 33,
        motility: 43,
        vitality: 61,
        forms: 4,
      },
    },
    { study: 'Hormonal', on: '2026-02-11', values: { FSH: 3.3 } },
    { study: 'Hormonal', on: '2026-05-11', values: { FSH: 4.4 } },
    { study: 'Hormonal', on: '2026-08-11', values: { FSH: 5.6, LH: 4.1 } },
  ],
};

/** False and undecidable sentences of known words, by patient. The first guard confirmed half of them. */
export const knownWords = {
  mixed: String.raw`
La FSH es de casi 9 mUI/mL.
La concentración es de casi 12 millones/mL.
La vitalidad es de casi 57 %.
La FSH se mantiene en 9.4 mUI/mL.
La vitalidad permanece en 57 %.
La FSH oscila entre 9 y 10 mUI/mL.
La vitalidad va de 55 % a 58 %.
La FSH alcanza 5 mUI/mL.
La concentración llega a 10 millones/mL.
La FSH supera en 5 mUI/mL.
La prolactina supera en 4 ng/mL el límite inferior del laboratorio.
La prolactina según el laboratorio es de 15.2 ng/mL.
La prolactina, según el laboratorio, 15.2 ng/mL.
La FSH según el laboratorio es de 12.4 mUI/mL.
Los niveles de prolactina son de 4 a 15.2 ng/mL.
Los valores de prolactina fueron de 4 a 15.2 ng/mL.
Los parámetros de la testosterona son de 264 a 916 ng/dL.
La prolactina máxima fue de 15.2 ng/mL.
La prolactina máxima es de 15.2 ng/mL.
El volumen mínimo fue de 1.4 mL.
La concentración se considera de 16 millones/mL.
Se espera una concentración de 16 millones/mL.
Repite una concentración de 16 millones/mL.
El rango de la FSH es de 12.4 mUI/mL.
Las muestras tienen una concentración de 12 millones/mL.
En las muestras la vitalidad es de 57 %.
Los resultados de la FSH son de 9.4 mUI/mL.
Hay 12 millones de espermatozoides móviles por mililitro.
Hay 12 millones de espermatozoides progresivos por mililitro.
Hay 12 millones de espermatozoides normales por mililitro.
Hay 12 millones de leucocitos por mililitro.
La muestra tiene 12 millones de células redondas por mililitro.
La concentración es de 12 millones de leucocitos por mililitro.
Hay 21.6 millones de espermatozoides vivos por eyaculado.
La concentración es de 12,000 millones/mL.
La FSH es de 9,400 mUI/mL.
La concentración está en el percentil 5.
La concentración está por debajo del percentil 5 y por encima del 10.
La motilidad progresiva está por encima del percentil 5 y la vitalidad, en el 57.
La concentración está por debajo del percentil 5 y la vitalidad en 57.
La FSH es menor de 12.4 mUI/mL y la LH, de 7.2 mUI/mL.
La FSH supera 5 mUI/mL y la LH 7.2 mUI/mL.
La concentración está 12 millones/mL por debajo del percentil 5.
La vitalidad está 57 % por encima del límite inferior.
La prolactina está 21.3 ng/mL por encima del límite superior del laboratorio.
Las formas anormales están por encima del percentil 5.
Las formas anormales, de 98 %, superan el límite inferior de la OMS (4 %).
El límite inferior de la OMS de las formas anormales es de 4 %.
La prolactina está fuera del límite inferior del laboratorio.
La concentración está por debajo del límite superior.
La concentración no rebasa el límite superior.
La concentración es de 12 millones/mL (OMS 2010: 16 millones/mL; OMS 2021: 15 millones/mL).
El límite de la concentración de la OMS 2010 es de 16 millones/mL y el de la OMS 2021 de 15 millones/mL.
La vitalidad está por debajo del percentil 5 de la OMS 2021 y la concentración por debajo del percentil 5 de la OMS 2010.
Deleción: AZFa presente.
Deleciones: AZFa y AZFb presentes.
Microdeleción AZFa: presente.
Microdeleciones, AZFa presente.
Los cultivos fueron positivos.
Los cultivos mostraron crecimiento.
FSH: -9.4 mUI/mL.
Los marcadores bioquímicos son de 12 millones/mL.
El cromosoma tiene 12 millones/mL.
| | LH |\n|---|---|\n| FSH | 9.4 |
| | FSH en abril |\n|---|---|\n| FSH | 9.4 |
La FSH anterior es de 9.4 mUI/mL.
La FSH no es de 9.4 mUI/mL.
La FSH no es mayor de 9 mUI/mL.
La FSH es no mayor de 9 mUI/mL.
La FSH no está por encima ni por debajo de 9 mUI/mL.
La FSH es como máximo de 9 mUI/mL.
La FSH y la LH son de 9.4 mUI/mL.
La LH y la FSH son de 9.4 y 7.2 mUI/mL, respectivamente.
La FSH es mayor que la LH en 5 mUI/mL.
La FSH es de 9.4 mUI/mL más de la LH.
La FSH sube de 6.3 a 9.4 mUI/mL.
La vitalidad subió de 57 % a 63 %.
La motilidad progresiva subió de 26 % a 34 % y la vitalidad de 63 % a 57 %.
La motilidad progresiva subió de 26 % en septiembre a 34 % en abril.
La motilidad total es de 34 %.
El 34 % de los espermatozoides vivos es progresivo.
El 34 % de los móviles es progresivo.
El 40 % de los espermatozoides es progresivo.
El 57 % de los progresivos es vivo.
De cada 100 espermatozoides vivos, 34 son progresivos.
El 2 % de los espermatozoides son anormales.
No hay oligozoospermia.
Hay oligozoospermia sin teratozoospermia.
Se descarta astenozoospermia.
Hay necrozoospermia.
Oligonecrozoospermia.
Criptozoospermia.
Normozoospermia con oligozoospermia.
No hay azoospermia ni oligozoospermia.
Oligozoospermia en abril.
En abril y septiembre hay oligozoospermia.
Hay deleción en AZFa y AZFc.
Sin deleción en AZFc.
AZFc presente.
AZFa, AZFb y AZFc presentes.
Ni AZFa ni AZFc presentan deleción.
El cultivo de orina fue positivo.
El cultivo de semen fue negativo.
No se observaron espermatozoides en la muestra.
Se observaron espermatozoides en la orina.
La FSH está elevada.
La prolactina es normal y la FSH está elevada.
La prolactina no está elevada.
La prolactina está por debajo del límite superior (15.2 ng/mL).
La FSH, la LH y la prolactina son normales.
La concentración actual es mayor que la previa (28 millones/mL).
La concentración previa es menor que la actual (12 millones/mL).
La concentración de abril fue de 12 millones/mL.
En abril la concentración fue de 28 millones/mL y la vitalidad de 57 %.
La LH previa era de 7.2 mUI/mL.
La FSH es de 9.4 UI/mL.
La testosterona es de 286 ng/mL.
La testosterona es de 2.86 ng/dL.
La concentración es de 12 mil/mL.
El conteo total es de 12 millones por eyaculado.
La concentración es de 21.6 millones/mL.
El pH es de 7.
La testosterona es de aproximadamente 1000 ng/dL.
El percentil 50 de la concentración es de 16 millones/mL.
El límite superior de la concentración es de 16 millones/mL.
El percentil 5 de la vitalidad es de 58 %.
El límite inferior de la OMS de la FSH es de 1.5 mUI/mL.
La concentración está entre el percentil 5 y el 10.
La concentración está por debajo de 16 millones/mL, el percentil 10.
La vitalidad supera la mediana.
La FSH está por debajo del percentil 5.
La FSH es de 9.4 mUI/mL (referencia: 1.7 a 8.6 mUI/mL).
¿La FSH es de 9.4 mUI/mL?
Si la FSH es de 9.4 mUI/mL, la LH es de 7.2 mUI/mL.
La FSH es de 9.4 mUI/mL respecto a la LH.
La testosterona es de 264 a 916 ng/dL.
La vitalidad es de 50 a 60 %.
La concentración es de 1 a 100 millones/mL.
FSH 9.4 mUI/mL = LH 7.2 mUI/mL.
La vitalidad está por debajo del percentil 5 o superior.
La vitalidad está fuera del percentil 5.
La concentración está fuera del percentil 10.
La prolactina es de 21.3 ng/mL (límite: 4 ng/mL).
La prolactina rebasa el límite de 4 ng/mL.
El límite de la FSH es de 1.5 mUI/mL.
La referencia de la testosterona es de 264 ng/dL.
En 2026 la concentración fue menor de 16 millones/mL.
Hay 12 millones de unidades por mililitro.
La muestra tiene 1.8 mL de espermatozoides.
`,
  crypto: `
La concentración es de 0 millones/mL.
El testículo derecho mide 11 mL.
El testículo derecho y el izquierdo miden 9 mL.
En la ecografía el volumen es de 3 mL.
Ecografía transrectal: volumen de 3 mL.
La vitalidad está por encima del percentil 5 de la OMS 2021.
La muestra tiene 0 millones/mL.
`,
  drafted: `
Los leucocitos son de 1 millón/mL.
La concentración es de 16 millones/mL.
La concentración está por debajo del percentil 5 de la OMS 2010.
La motilidad progresiva está por debajo del percentil 5 de la OMS 2021.
`,
  mostlyNormal: `
La concentración es de aproximadamente 100 millones/mL.
El conteo total es de cerca de 200 millones por eyaculado.
Las formas normales están en el percentil 5.
`,
  threeSamples: `
La concentración de la muestra anterior fue de 20 millones/mL.
La primera muestra tuvo una concentración de 24 millones/mL.
La penúltima muestra tuvo una concentración de 20 millones/mL.
La FSH previa es de 3.3 mUI/mL.
La FSH inicial es de 4.4 mUI/mL.
La FSH basal fue de 4.4 mUI/mL.
La vitalidad del primer estudio fue de 66 %.
La FSH pasó de 3.3 a 4.4 mUI/mL.
La concentración subió de 20 millones/mL en la muestra previa a 30 millones/mL.
La concentración previa es menor de 22 millones/mL.
Las FSH previas fueron de 4.4 mUI/mL.
En las muestras previas la concentración fue de 24 millones/mL.
La concentración actual es mayor que las anteriores (20 millones/mL).
La concentración fue mayor de 25 millones/mL en 2026.
`,
  azoo: `
Hay azoospermia sin espermatozoides en el sedimento.
La FSH está dentro del rango.
Se observaron espermatozoides en el sedimento.
No hay azoospermia.
Hay oligozoospermia.
`,
  healthy: `
La testosterona es de aproximadamente 1000 ng/dL.
La concentración es de aproximadamente 100 millones/mL.
La concentración está en el percentil 75.
`,
  asteno: `
Sin oligozoospermia, azoospermia.
No hay oligozoospermia, azoospermia.
Se descarta oligozoospermia, necrozoospermia.
`,
} as const;
