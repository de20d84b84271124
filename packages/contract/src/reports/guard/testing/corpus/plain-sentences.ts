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

/** True sentences without a pattern, which must not be reported as differing. */
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
No fumar.
La infertilidad masculina es frecuente.
La edad influye en la fertilidad.
Masculino de 34 años con infertilidad primaria.
Antecedente de criptorquidia.
Tabaquismo positivo.
Niega alergias.
`;

/** Definitions, advice and general statements, whose figures are not the patient's. */
export const generalSentences = `
Se recomienda guardar de 2 a 5 días de abstinencia.
Entrega la muestra con 3 días de abstinencia.
Repite el estudio en 3 meses, con 3 a 5 días de abstinencia.
Se sugiere nueva muestra, con abstinencia de 3 días.
La próxima muestra debe tener 3 días de abstinencia.
Para la siguiente muestra guarda una abstinencia de 3 días.
Una FSH mayor de 7.6 mUI/mL sugiere daño testicular.
Valores de FSH mayores de 7.6 mUI/mL sugieren daño testicular.
Cuando la testosterona es menor de 300 ng/dL se repite por la mañana.
Si la prolactina persiste mayor de 20 ng/mL se pide resonancia.
Con concentraciones mayores de 15 millones/mL el pronóstico mejora.
La fragmentación menor de 15 % es deseable.
Se considera alta una fragmentación mayor de 30 %.
Una fragmentación de ADN mayor de 25 % se asocia a pérdidas.
Hasta 15 % de los hombres tienen varicocele.
La vitalidad mínima aceptada por la OMS es de 54 %.
Para embarazo natural se prefiere más de 20 millones móviles.
El objetivo es una testosterona mayor de 300 ng/dL.
La inseminación requiere al menos 5 millones de espermatozoides móviles.
Para inseminación se necesitan más de 10 millones/mL.
Un pH mayor de 8 sugiere infección.
Un pH menor de 7.2 sugiere obstrucción.
Una concentración normal según la OMS es de 16 millones/mL o más.
La concentración normal es de 16 millones/mL o más.
Los valores normales de testosterona van de 280 a 800 ng/dL.
El rango normal de FSH es de 1.5 a 12.4 mUI/mL.
Lo normal es una morfología de 4 % o más.
Lo esperado es una movilidad progresiva de al menos 30 %.
Se espera una concentración de 16 millones/mL o más.
El percentil 5 de la concentración es de 16 millones/mL.
La mediana de los hombres fértiles es de 66 millones/mL.
En hombres fértiles la mediana de concentración es de 66 millones/mL.
Los hombres fértiles tienen una mediana de 66 millones/mL.
Con 40 millones totales es posible una inseminación.
La concentración puede variar de 10 a 40 millones/mL entre muestras.
El conteo cambia hasta 30 % de una muestra a otra.
La astenozoospermia es una movilidad progresiva menor de 30 %.
Teratozoospermia significa menos de 4 % de formas normales.
Oligozoospermia: concentración menor de 16 millones/mL.
Oligozoospermia (concentración menor de 16 millones/mL).
Azoospermia es la ausencia de espermatozoides.
No es azoospermia porque hay 12.5 millones/mL.
La prolactina puede elevarse por estrés; repítela si es mayor de 20 ng/mL.
La TSH ideal para fertilidad es menor de 2.5 µUI/mL.
Baja la testosterona cuando hay obesidad.
La testosterona baja puede causar cansancio.
La prolactina alta puede bajar la testosterona.
Una prolactina elevada se confirma con una segunda toma.
La FSH elevada indica daño del testículo.
FSH elevada no significa esterilidad.
Una FSH normal no descarta daño.
El cultivo positivo requiere valoración.
Un cultivo negativo descarta infección activa.
El urocultivo positivo amerita antibiograma.
La ausencia de AZFc permite encontrar espermatozoides.
Las microdeleciones de AZFa tienen mal pronóstico.
La deleción de AZFc se hereda a los hijos varones.
La oligozoospermia puede deberse a varicocele.
La azoospermia obstructiva tiene FSH normal.
Una segunda muestra con más de 16 millones/mL cambiaría el diagnóstico.
Acude con 3 días de abstinencia.
Se recomienda una nueva muestra con 3 días de abstinencia.
Se considera azoospermia cuando la concentración es de 0 millones/mL.
Un volumen menor de 1.4 mL se considera bajo.
La OMS considera normal una concentración de 16 millones/mL.
El valor normal de prolactina es de 4 a 15.2 ng/mL.
`;
