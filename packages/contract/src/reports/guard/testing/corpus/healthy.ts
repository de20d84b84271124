import type { Case } from './case.ts';

/** Every value above the fifth centile, and every study without a finding. */
export const healthy: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-05-20',
      values: {
        volume: 4.1,
        concentration: 88,
        total: 360.8,
        PR: 61,
        NP: 6,
        IM: 33,
        motility: 67,
        vitality: 85,
        forms: 12,
        pH: 7.8,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-05-21',
      values: { FSH: 4, testosterone: 512 },
      ranges: { FSH: [1.5, 12.4], testosterone: [249, 836] },
    },
    { study: 'Cultivo_Semen', on: '2026-05-20', values: { growth: false } },
    { study: 'Microdelesiones', on: '2026-05-29', values: { AZFa: true, AZFb: true, AZFc: true } },
    {
      study: 'Hemoglobina glicosilada',
      on: '2026-05-21',
      values: { hba1c: 5.3 },
      ranges: { hba1c: [4, 5.6] },
    },
  ],
  true: String.raw`
Normozoospermia.
La concentración de 88 millones/mL se sitúa entre el percentil 50 y el 75.
La motilidad progresiva de 61 % supera la mediana.
El volumen es de 4.1 mL.
La concentración es superior a 16 millones/mL y la motilidad total, a 42 %.
No hay oligozoospermia ni astenozoospermia ni teratozoospermia.
Sin azoospermia.
La FSH, de 4.0 mUI/mL, está dentro del rango.
FSH normal.
La testosterona es normal.
La testosterona de 512 ng/dL no está baja.
El cultivo de semen fue negativo.
Cultivo seminal sin desarrollo bacteriano.
No hubo crecimiento en el cultivo.
Las tres regiones AZF están presentes.
Sin microdeleciones del cromosoma Y.
La hemoglobina glicosilada es de 5.3 %.
La HbA1c está dentro del rango.
El 12 % de los espermatozoides tiene forma normal.
Más del 50 % de los espermatozoides avanza.
Todos los valores están por encima del percentil 5.
La cuenta total es de 360.8 millones, muy por encima de 39 millones.
La vitalidad es mayor del 80 %.
La vitalidad rebasa el 54 %.
Ochenta y ocho millones por mililitro.
El volumen duplica con creces el percentil 5 (1.4 mL).
| Parámetro | Valor | Referencia |\n|---|---|---|\n| Volumen (mL) | 4.1 | ≥ 1.4 |\n| PR (%) | 61 | ≥ 30 |
Movilidad: PR 61 %, NP 6 %, IM 33 %.
La movilidad total, de 67 %, está entre el percentil 50 y el 75.
La motilidad total y la progresiva superan el percentil 5.
Volumen 4.1 mL, entre el percentil 50 y el 75.
FSH y testosterona dentro del rango del laboratorio.
No hay azoospermia ni oligozoospermia.
Sin deleción de AZFa, AZFb ni AZFc.
Cultivo seminal estéril.
El cultivo no reportó desarrollo.
La vitalidad es de 85 por ciento.
Formas normales: 12 % (referencia: 4 %).
La concentración quintuplica el valor mínimo de 16 millones/mL.
HbA1c 5.3 %, normal.
La FSH no rebasa 12.4 mUI/mL.
Volumen: 4.10 mL.
La testosterona ronda los 510 ng/dL.
Volumen, concentración y motilidad total por encima del percentil 5.
La FSH y la testosterona son normales.
El volumen supera con holgura los 1.4 mL.
Formas normales de 12 %, por encima de 4 %.
No se aprecian oligo, asteno ni teratozoospermia.
AZF sin microdeleciones.
El cultivo no tuvo crecimiento.
La HbA1c (5.3 %) es normal.
El 85 % está vivo.
`,
  false: String.raw`
La concentración de 88 millones/mL se sitúa entre el percentil 75 y el 90.
La concentración está por debajo del percentil 50.
La motilidad progresiva de 61 % no llega a la mediana.
La motilidad progresiva está por debajo de 30 %.
El volumen es de 1.4 mL.
Hay oligozoospermia leve.
Presenta astenozoospermia.
Presenta teratozoospermia.
Cursa con oligoastenozoospermia.
Se confirma azoospermia.
Criptozoospermia.
La FSH está elevada.
La FSH no es normal.
La FSH está fuera del rango.
La testosterona está baja.
La testosterona es anormal.
La testosterona no alcanza el rango.
El cultivo de semen fue positivo.
El cultivo mostró desarrollo bacteriano.
Hubo crecimiento en el cultivo seminal.
Falta la región AZFc.
Hay una microdeleción en AZFa.
Falta alguna de las regiones AZF.
La hemoglobina glicosilada es de 6.8 %.
La HbA1c está elevada.
La HbA1c es mayor de 5.6 %.
El 2 % de los espermatozoides tiene forma normal.
Menos del 50 % de los espermatozoides avanza.
Ningún valor está por encima del percentil 5.
Todos los valores están por debajo del percentil 5.
La concentración está por debajo del percentil 5 y la motilidad también.
La cuenta total es de 360.8 millones, por debajo de 39 millones.
La vitalidad es menor del 80 %.
La vitalidad no rebasa el 54 %.
El volumen no supera 1.4 mL.
Los inmóviles son el 61 %.
| Parámetro | Valor | Referencia |\n|---|---|---|\n| Volumen (mL) | 1.4 | ≥ 1.4 |\n| PR (%) | 61 | ≥ 30 |
| Parámetro | Valor | Referencia |\n|---|---|---|\n| PR (%) | 61 | ≥ 40 |
Movilidad: PR 61 %, NP 33 %, IM 6 %.
La concentración ronda los ochocientos ochenta millones por mililitro.
FSH de 40 mUI/mL.
La FSH oscila entre 6 y 10 mUI/mL.
La mayoría de los espermatozoides son inmóviles.
No se observaron espermatozoides.
Necrozoospermia.
La motilidad total y la progresiva están por debajo del percentil 5.
Volumen 4.1 mL, entre el percentil 10 y el 25.
FSH y testosterona fuera del rango del laboratorio.
Hay oligozoospermia pero no astenozoospermia.
Con deleción de AZFa.
Cultivo seminal contaminado con desarrollo.
El cultivo reportó desarrollo.
La vitalidad es de 58 por ciento.
Formas normales: 12 % (referencia: 14 %).
HbA1c 5.3 %, elevada.
La FSH rebasa 12.4 mUI/mL.
La testosterona ronda los 150 ng/dL.
Hipogonadismo con testosterona baja.
La testosterona no supera los 400 ng/dL.
La concentración apenas alcanza los 16 millones/mL y no los rebasa.
Motilidad: 6 % progresiva y 61 % no progresiva.
El 33 % de los espermatozoides se mueve de forma progresiva.
Ni el volumen ni la concentración superan el percentil 5.
Volumen, concentración y motilidad total por debajo del percentil 5.
La FSH y la testosterona están elevadas.
El volumen no llega a 1.4 mL.
Formas normales de 12 %, por debajo de 4 %.
Se aprecia teratozoospermia.
AZF con microdeleciones.
El cultivo tuvo crecimiento.
La HbA1c (6.3 %) es alta.
El 58 % está vivo.
La FSH es tan alta como 14 mUI/mL.
No tiene una concentración por encima del percentil 5.
No es cierto que la concentración supere 16 millones/mL.
La concentración jamás supera 16 millones/mL.
La concentración dista de alcanzar los 16 millones/mL.
`,
  undecidable: `
La concentración está bien.
La calidad seminal es excelente.
La LH es de 4 mUI/mL.
LH normal.
La prolactina está dentro del rango.
El DFI es de 12 %.
La SHBG está elevada.
El cultivo de orina fue negativo.
El volumen prostático es de 20 mL.
La concentración es Ⅻ millones/mL.
La concentración es de 八十八 millones/mL.
La morfología estricta es de doce de cada mil.
La testosterona mejorará a 600 ng/dL.
Antes del tratamiento la FSH era de 4 mUI/mL.
El paciente refiere que en otro laboratorio la concentración fue de 88 millones/mL.
La AMH es de 4 ng/mL.
Espermatozoides de buena calidad.
La concentración del año pasado fue de 88 millones/mL.
En 2020 tuvo 88 millones/mL.
La LH es adecuada.
La concentración seminal de zinc es de 88 µg/mL.
El paciente desea saber si 88 millones/mL es suficiente.
`,
};
