import type { Case } from './case.ts';

const printed = {
  FSH: [1.5, 12.4],
  LH: [1.7, 8.6],
  testosterone: [280, 800],
  prolactin: [4, 15.2],
};

/** Plain sentences as doctors write them, and false ones beside them. */
export const plainSentences: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-03-10',
      values: { volume: 2.8, concentration: 9, total: 25.2, PR: 18, motility: 26, vitality: 60 },
    },
    {
      study: 'Seminograma',
      on: '2026-09-22',
      values: {
        ...{ volume: 3.2, concentration: 12.5, total: 40, PR: 34, NP: 6, IM: 60, motility: 40 },
        ...{ forms: 2, pH: 7.4, leukocytes: 1.3, abstinence: 4 },
      },
    },
    { study: 'Fragmentacion_ADN', on: '2026-09-22', values: { DFI: 28 } },
    {
      study: 'Hormonal',
      on: '2026-09-25',
      values: { FSH: 11.8, LH: 6.1, testosterone: 265, prolactin: 24.6 },
      ranges: printed,
    },
    { study: 'Cultivo_Orina', on: '2026-09-22', values: { growth: true } },
  ],
  true: `
La morfología normal es de 2 %, por debajo del 4 % que establece la OMS.
Solo el 2 % de tus espermatozoides tiene forma normal.
Tus espermatozoides con movilidad progresiva son el 34 %.
Espermatozoides con morfología normal: 2 %.
El conteo de leucocitos es de 1.3 millones/mL, mayor a 1 millón/mL.
Entre marzo y septiembre la concentración subió de 9 a 12.5 millones/mL.
Comparado con marzo, la concentración pasó de 9 a 12.5 millones/mL.
Respecto al estudio anterior, la movilidad progresiva aumentó de 18 % a 34 %.
Desde marzo la concentración subió de 9 a 12.5 millones/mL.
El 22 de septiembre tuviste un volumen de 3.2 mL.
Presentas oligozoospermia y teratozoospermia.
Tienes 12.5 millones de espermatozoides por mililitro.
Según la OMS 2010, el límite inferior de concentración es de 15 millones/mL.
De acuerdo con la OMS 2021, el mínimo de vitalidad es de 54 %.
Conforme a la OMS (2021), el límite inferior de volumen es de 1.4 mL.
La muestra se obtuvo con 4 días de abstinencia.
La muestra se entregó con 4 días de abstinencia.
El periodo de abstinencia fue de 4 días.
**Resultados del seminograma:** volumen 3.2 mL, concentración 12.5 millones/mL y morfología 2 %.
Testosterona por debajo de 280 ng/dL (265 ng/dL).
Volumen 3.2 ml, pH 7.4, concentración 12.5 mill/ml, móviles progresivos 34 %.
El 34 % se mueve hacia adelante.
La primera muestra tuvo 9 millones/mL y la segunda 12.5 millones/mL.
Tu prolactina salió elevada: 24.6 ng/mL.
Los niveles de FSH y LH están dentro del rango.
Por lo anterior se sugiere una segunda muestra. La movilidad progresiva fue de 34 %.
`,
  false: `
En la primera muestra la fragmentación de ADN fue de 28 %.
En la última muestra la vitalidad fue de 60 %.
La abstinencia de la primera muestra fue de 4 días.
En la primera muestra el urocultivo fue positivo.
En la segunda muestra la concentración fue de 9 millones/mL.
En la tercera muestra la concentración fue de 12.5 millones/mL.
La primera muestra tuvo 12.5 millones/mL y la segunda 9 millones/mL.
Desde septiembre la concentración subió de 9 a 12.5 millones/mL.
Respecto a marzo, la concentración es de 12.5 millones/mL.
Entre marzo y septiembre la concentración bajó de 9 a 12.5 millones/mL.
Entre marzo y septiembre la concentración fue de 12.5 millones/mL.
No se observaron espermatozoides con movilidad progresiva.
Espermatozoides con morfología normal: 34 %.
Solo 34 % de vitalidad.
Leucocitos por debajo de 2 millones/mL (0.4 millones/mL).
La FSH normal es de 11.8 mUI/mL.
La prolactina normal es de 24.6 ng/mL.
El mínimo que fija la OMS para la concentración es de 12.5 millones/mL.
El tiempo de abstinencia fue de 7 días.
Los niveles de prolactina están dentro del rango.
La testosterona salió del rango del laboratorio por arriba.
`,
  undecidable: '',
};

/** True sentences that no shape confirms, and that must not differ. */
export const openSentences = `
La movilidad progresiva es del 34%, dentro del rango de referencia de la OMS (30% o más).
La suma de PR y NP es de 40 %.
La concentración de 12.5 millones/mL está por debajo de lo esperado (16 millones/mL).
`;

/** Advice, history and general statements before a figure of the patient. */
export const impersonalSentences = `
Se solicita repetir el seminograma.
Valora repetir el estudio.
Favor de repetir el estudio.
Deberás repetir el estudio.
Habría que repetir el estudio.
Sugiero repetir el estudio.
Repetir el estudio en tres meses.
Acudir a consulta.
Evitar el calor excesivo.
No fumar.
La infertilidad masculina es frecuente.
La edad influye en la fertilidad.
Masculino de 34 años con infertilidad primaria.
Antecedente de criptorquidia.
Tabaquismo positivo.
Niega alergias.
`;
