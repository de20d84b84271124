import type { Case } from './case.ts';

/** Low count and motility; the newer of two samples is worse. */
export const oligo: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-03-10',
      values: {
        volume: 2.6,
        concentration: 9,
        total: 23.4,
        PR: 22,
        NP: 10,
        IM: 68,
        motility: 32,
        vitality: 61,
        forms: 2,
        pH: 7.6,
      },
    },
    {
      study: 'Seminograma',
      on: '2025-11-04',
      values: {
        volume: 3.1,
        concentration: 18,
        total: 55.8,
        PR: 34,
        NP: 8,
        IM: 58,
        motility: 42,
        vitality: 66,
        forms: 4,
        pH: 7.8,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-03-12',
      values: { FSH: 5.1, LH: 4.2, testosterone: 415, prolactin: 11.3, estradiol: 28 },
      ranges: {
        FSH: [1.5, 12.4],
        LH: [1.7, 8.6],
        testosterone: [249, 836],
        prolactin: [4, 15.2],
      },
    },
    { study: 'Hormonal', on: '2025-10-01', values: { FSH: 6.8 }, ranges: { FSH: [1.5, 12.4] } },
    { study: 'Microdelesiones', on: '2026-03-15', values: { AZFa: true, AZFb: true, AZFc: true } },
    { study: 'Cultivo_Semen', on: '2026-03-10', values: { growth: false } },
  ],
  true: `
La concentración espermática es de 9 millones/mL.
Concentración: 9 ×10⁶/mL.
Se reporta una concentración de 9 millones por mililitro en la muestra del 10 de marzo de 2026.
El volumen seminal fue de 2.6 mL.
Volumen: 2.6 mL, pH 7.6.
La motilidad progresiva es de 22 %.
La movilidad progresiva (PR) fue del 22%.
La motilidad total es del 32 %.
La vitalidad es del 61 %.
Presenta 2 % de formas normales.
La morfología normal es de 2 %.
El conteo total es de 23.4 millones por eyaculado.
Los inmóviles suman 68 %.
La motilidad no progresiva fue de 10 %.
La FSH es de 5.1 mUI/mL.
La FSH es de 5.1.
FSH 5.1 mUI/mL, LH 4.2 mUI/mL.
La LH se encuentra en 4.2 mUI/mL.
La testosterona total es de 415 ng/dL.
Testosterona total: 415 ng/dL (referencia 249–836 ng/dL).
La testosterona total equivale a 4.15 ng/mL.
La prolactina es de 11.3 ng/mL.
El estradiol es de 28 pg/mL.
La concentración está por debajo del percentil 5 de la OMS 2021.
La concentración, de 9 millones/mL, está por debajo de 16 millones/mL.
La concentración es menor de 16 millones/mL.
La concentración es inferior a 15 millones/mL.
La concentración es mayor de 5 millones/mL.
La motilidad progresiva está por debajo de 30 %.
La motilidad progresiva es menor al 30 %.
El volumen es superior a 1.4 mL.
El volumen está por encima de 1.4 mL.
La vitalidad es mayor a 54 %.
La vitalidad supera el 54 %.
La FSH está entre 1.5 y 12.4 mUI/mL.
La FSH es menor de 7.6 mUI/mL.
La testosterona total es superior a 300 ng/dL.
La testosterona total está por encima de 300 ng/dL.
La testosterona total se encuentra entre 249 y 836 ng/dL.
El conteo total es menor a 39 millones por eyaculado.
En la última muestra la concentración fue de 9 millones/mL.
En la muestra más reciente la motilidad progresiva fue de 22 %.
En la muestra del 4 de noviembre de 2025 la concentración fue de 18 millones/mL.
El 04/11/2025 la motilidad progresiva era de 34 %.
El 10/03/2026 la concentración fue de 9 millones/mL.
La última FSH fue de 5.1 mUI/mL.
En octubre de 2025 la FSH fue de 6.8 mUI/mL.
La concentración bajó de 18 millones/mL a 9 millones/mL.
Los hallazgos corresponden a oligozoospermia.
Se observa oligozoospermia con concentración de 9 millones/mL.
El paciente presenta astenozoospermia.
Hay teratozoospermia con 2 % de formas normales.
Cuadro de oligoastenoteratozoospermia.
No hay azoospermia.
Sin datos de azoospermia.
No se observa necrozoospermia.
La FSH se encuentra en rango normal.
La FSH es normal.
La testosterona total está dentro del rango de referencia.
La prolactina se encuentra dentro del rango.
No hay microdeleción en AZFc.
La región AZFa está presente.
Las regiones AZFa, AZFb y AZFc están presentes.
Sin microdeleciones en AZFa, AZFb y AZFc.
El cultivo de semen no mostró desarrollo.
Cultivo de semen sin desarrollo bacteriano.
El cultivo de semen fue negativo.
No hubo crecimiento en el cultivo de semen.
El 22 % de los espermatozoides tiene motilidad progresiva.
La concentración no es normal.
La concentración es de alrededor de 9 millones/mL.
La motilidad progresiva está entre 20 y 25 %.
Concentración de 9 M/mL con volumen de 2.6 ml.
El pH es de 7.6.
La motilidad total es menor de 42 %.
La morfología es menor a 4 %.
La LH está en el intervalo de 1.7 a 8.6 mUI/mL.
La concentración es de nueve millones por mililitro.
La motilidad progresiva es de veintidós por ciento.
| FSH | 5.1 | mUI/mL | 1.5–12.4 |
| Concentración | 9 millones/mL |
Sin azoospermia ni necrozoospermia.
No hay azoospermia ni necrozoospermia en esta muestra.
Se contaron 9 millones de espermatozoides por mililitro.
El 68 % de los espermatozoides son inmóviles.
En el estudio de noviembre de 2025 el volumen fue de 3.1 mL.
La vitalidad fue de 66 % el 4 de noviembre de 2025.
La FSH pasó de 6.8 a 5.1 mUI/mL.
La concentración no supera 16 millones/mL.
La LH no rebasa 8.6 mUI/mL.
El volumen no es menor de 1.4 mL.
La motilidad total no alcanza 42 %.
La prolactina está entre 4 y 15.2 ng/mL.
Ni AZFa ni AZFb presentan microdeleción.
El cultivo de semen resultó sin crecimiento bacteriano.
| Testosterona total | 415 ng/dL | 249–836 |
| Volumen | 2.6 mL |
| Vitalidad | 61 % |
La concentración, el número total y las formas normales quedaron por debajo del percentil 5 de hombres fértiles, OMS 2021.
El volumen y la vitalidad quedaron por encima del percentil 5.
En noviembre de 2025 la concentración estaba por encima del percentil 5.
Por debajo del percentil 5 quedaron la concentración y las formas normales.
La FSH quedó dentro del rango del laboratorio.
FSH, LH y testosterona quedaron dentro del rango.
La FSH (5.1 mUI/mL) y la LH (4.2 mUI/mL) están dentro del rango.
La FSH bajó de 6.8 a 5.1 mUI/mL.
Concentración menor de 16 millones/mL.
La movilidad progresiva no alcanza el 30 %.
Vitalidad mayor de 54 %.
| Movilidad progresiva | 22 % |
Concentración de 9 × 10⁶/mL.
9 000 000 de espermatozoides por mL.
Testosterona total: 4.15 ng/mL.
La prolactina es de 11.3 ng/mL (4 a 15.2).
Sin microdeleciones en AZFa, AZFb ni AZFc.
El espermocultivo no mostró desarrollo.
Oligoastenoteratozoospermia, con 9 millones/mL de concentración.
El volumen fue de 2,6 mL y el pH de 7,6.
La movilidad total (PR + NP) fue de 32 %.
La concentración pasó de 18 a 9 millones/mL.
`,
  false: `
La concentración espermática es de 19 millones/mL.
La concentración espermática es de 90 millones/mL.
El volumen seminal fue de 3.6 mL.
La motilidad progresiva es de 44 %.
La vitalidad es del 41 %.
Presenta 6 % de formas normales.
La FSH es de 15.1 mUI/mL.
La FSH es de 4.2.
La FSH es de 12.
La testosterona total es de 215 ng/dL.
La testosterona total es de 41.5 ng/dL.
La concentración es mayor de 16 millones/mL.
La concentración es superior a 16 millones/mL.
La concentración está por encima de 16 millones/mL.
La concentración supera los 15 millones/mL.
La concentración es mayor de 9 millones/mL.
La concentración es superior a 18 millones/mL.
La concentración no es menor de 16 millones/mL.
La concentración está por encima del percentil 5.
La concentración se encuentra entre 16 y 20 millones/mL.
La concentración está entre los percentiles 10 y 25.
La motilidad progresiva es mayor de 30 %.
La motilidad progresiva está por encima del 30 %.
La motilidad progresiva es superior a 34 %.
La motilidad progresiva excede 30 %.
La motilidad total es superior a 42 %.
El volumen es menor de 1.4 mL.
El volumen está por debajo de 1.4 mL.
El volumen está por debajo del percentil 5.
La vitalidad es inferior a 54 %.
La vitalidad está por debajo del percentil 5.
La FSH es mayor de 12.4 mUI/mL.
La FSH está por encima de 12.4 mUI/mL.
La FSH es superior a 7.6 mUI/mL.
La FSH está entre 6 y 12 mUI/mL.
La testosterona total es menor de 300 ng/dL.
La testosterona total está por debajo de 249 ng/dL.
La testosterona total es inferior a 300 ng/dL.
La testosterona total se encuentra entre 500 y 836 ng/dL.
La prolactina es mayor de 15.2 ng/mL.
La LH supera 8.6 mUI/mL.
En la última muestra la concentración fue de 18 millones/mL.
En la muestra más reciente la motilidad progresiva fue de 34 %.
La última FSH fue de 6.8 mUI/mL.
La FSH más reciente es de 6.8 mUI/mL.
En la muestra del 4 de noviembre de 2025 la concentración fue de 9 millones/mL.
El 10/03/2026 la concentración fue de 18 millones/mL.
El 04/11/2025 la motilidad progresiva era de 22 %.
La concentración actual es de 18 millones/mL.
La concentración es de 18 a 20 millones/mL.
La motilidad progresiva está entre 30 y 40 %.
El paciente tiene azoospermia.
Los hallazgos son compatibles con azoospermia.
No hay oligozoospermia.
Sin oligozoospermia.
No se observa astenozoospermia.
Se descarta teratozoospermia.
Hay necrozoospermia.
La concentración es normal.
La motilidad progresiva es normal.
El seminograma es normal.
La morfología es normal.
La FSH es anormal.
La FSH está elevada.
La testosterona total está baja.
La testosterona total está fuera del rango de referencia.
La prolactina está elevada.
Hay microdeleción en AZFc.
Ausencia de la región AZFa.
La región AZFb está ausente.
Las regiones AZFa y AZFb están ausentes.
El cultivo de semen mostró desarrollo de E. coli.
El cultivo de semen fue positivo.
Hubo crecimiento bacteriano en el cultivo de semen.
Concentración de １９ millones/mL.
La concentración es de ١٩ millones/mL.
La concentración aumentó de 9 millones/mL a 18 millones/mL.
El paciente no presenta oligozoospermia, con concentración de 9 millones/mL.
La concentración de 9 millones/mL es normal.
La FSH de 5.1 mUI/mL está elevada.
La motilidad progresiva de 22 % está por encima del percentil 5.
La concentración, de 9 millones/mL, es superior a 16 millones/mL.
Con 2 % de formas normales no hay teratozoospermia.
No se cuenta con azoospermia ni oligozoospermia.
La concentración es de al menos 16 millones/mL.
La motilidad progresiva alcanza más del 30 %.
La FSH no rebasa 5 mUI/mL.
La concentración es de 9 millones/L.
La concentración es de dieciocho millones por mililitro.
La concentración es de 18 millones/mL.
La concentración no alcanza 9 millones/mL.
| FSH | 15.1 | mUI/mL | 1.5–12.4 |
El 10 de marzo de 2026 la FSH fue de 6.8 mUI/mL.
La FSH, LH y prolactina están elevadas.
En la primera muestra la concentración fue de 9 millones/mL.
La concentración disminuyó de 9 millones/mL a 18 millones/mL.
Sin astenozoospermia, oligozoospermia ni teratozoospermia.
| Concentración | 19 millones/mL |
Sin oligozoospermia ni astenozoospermia.
No hay teratozoospermia ni oligozoospermia.
Sin azoospermia ni oligozoospermia.
En el estudio de noviembre de 2025 el volumen fue de 2.6 mL.
La vitalidad fue de 66 % el 10 de marzo de 2026.
La FSH pasó de 5.1 a 6.8 mUI/mL.
La concentración sobrepasa los 20 millones/mL.
La concentración no baja de 16 millones/mL.
La motilidad progresiva no es inferior a 30 %.
La prolactina está entre 15.2 y 20 ng/mL.
El volumen va de 3 a 4 mL.
Ni la concentración ni la motilidad progresiva son bajas.
El cultivo de semen resultó con crecimiento bacteriano.
Falta la región AZFb.
| Testosterona total | 145 ng/dL | 249–836 |
| Vitalidad | 16 % |
La LH es de ٤٢ mUI/mL.
La concentración es de noventa millones por mililitro.
La vitalidad es de dieciséis por ciento.
El volumen, la concentración y la vitalidad quedaron por encima del percentil 5.
La vitalidad y la concentración rebasan el percentil 5.
Tanto el volumen como la vitalidad están por debajo del percentil 5.
Por debajo del percentil 5 quedaron el volumen y la concentración.
En noviembre de 2025 la concentración quedó por debajo del percentil 5.
En la muestra anterior la movilidad progresiva estaba por debajo del percentil 5.
La concentración (9 millones/mL) y la vitalidad (61 %) quedaron por encima del percentil 5.
La FSH y la LH quedaron por encima del rango.
La FSH (5.1 mUI/mL) y la testosterona (415 ng/dL) están elevadas.
La prolactina quedó por debajo del rango del laboratorio.
La testosterona estuvo baja.
La FSH permanece alta.
FSH: elevada.
LH ↑.
Testosterona ↓
La concentración es menor a 5 millones/mL.
Concentración inferior a 8 M/mL.
La movilidad total no llega al 30 %.
La movilidad progresiva supera el 30 %.
La concentración está por arriba de 15 mill/mL.
El paciente cuenta con 90 millones de espermatozoides por mililitro.
La vitalidad es de un 16 %.
Formas normales: XII %.
| Prolactina | 113 | ng/mL |
La FSH subió de 5.1 a 6.8 mUI/mL.
La FSH aumentó respecto al estudio previo.
La concentración mejoró respecto a noviembre.
La testosterona es de 4.15 ng/dL.
Testosterona de 415 nmol/L.
La FSH es de 51 mUI/mL.
Estradiol: 82 pg/mL.
Seminograma sin alteraciones.
Semen de características normales.
Espermatozoides ausentes.
No hay espermatozoides.
Azoospermia confirmada en sedimento.
Microdeleción de AZFc presente.
Se perdió la región AZFa.
El cultivo de semen mostró crecimiento de Enterococcus.
Espermocultivo con desarrollo bacteriano.
La concentración duplica el percentil 5.
La abstinencia fue de 12 días.
pH ácido.
El pH es de 6.7.
La movilidad (PR+NP) fue de 42 %.
Concentración de 9 × 10³/mL.
Concentración: 9 mil/mL.
Nueve espermatozoides por mililitro.
La morfología normal es de 20 %.
La concentración entre el percentil 5 y el 10.
Todas las hormonas están por encima del rango.
Ninguna hormona está dentro del rango.
Vitalidad menor de 54 %.
En octubre de 2025 la FSH era de 5.1 mUI/mL.
`,
  undecidable: `
La mitad de los espermatozoides son inmóviles.
Tres cuartas partes son inmóviles.
La motilidad progresiva es de ½.
La motilidad progresiva es de 1/4 del total.
Varicocele izquierdo grado II.
Varicocele grado III del lado derecho.
La inhibina B es de 120 pg/mL.
La HbA1c es de 5.4 %.
La TSH es de 2.1 µUI/mL.
El testículo derecho mide 15 mL.
Índice de fragmentación de ADN de 28 %.
El estradiol es normal.
La concentración es de Ⅸ millones/mL.
La tasa de éxito de la fertilización in vitro es del 40 %.
El cultivo de orina fue negativo.
Cariotipo 46,XY normal.
Probabilidad de embarazo espontáneo de 12 % por año.
El estudio tiene 95 % de confianza.
El volumen prostático es de 25 mL.
El valor es de 9.
La concentración es de ९ millones/mL.
La concentración es de aproximadamente una decena de millones/mL.
La concentración se duplicó.
Un tercio de los espermatozoides avanza.
La concentración es de ⅓ de lo esperado.
Volumen de ² mL.
No se descarta azoospermia en otra muestra.
No hay muestra sin azoospermia.
La concentración podría ser mayor de 16 millones/mL.
La motilidad progresiva es de 二十二 %.
Calidad seminal regular.
`,
};
