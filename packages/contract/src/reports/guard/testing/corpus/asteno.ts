import type { Case } from './case.ts';

/** Low motility, few normal forms and a small volume; the newer of two samples has the higher count. */
export const asteno: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-08-18',
      values: {
        volume: 1.2,
        concentration: 45,
        total: 54,
        PR: 18,
        NP: 14,
        IM: 68,
        motility: 32,
        vitality: 71,
        forms: 1,
        pH: 7.0,
        leukocytes: 2.3,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-02-05',
      values: {
        volume: 2,
        concentration: 30,
        total: 60,
        PR: 35,
        NP: 10,
        IM: 55,
        motility: 45,
        vitality: 74,
        forms: 5,
        pH: 7.4,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-08-20',
      values: { FSH: 3.4, LH: 9.9, testosterone: 188, prolactin: 48.2, estradiol: 19 },
      ranges: { FSH: [1.5, 12.4], LH: [1.7, 8.6], testosterone: [249, 836], prolactin: [4, 15.2] },
    },
    {
      study: 'perfil_tiroideo',
      on: '2026-08-20',
      values: { TSH: 6.2, T4: 0.9 },
      ranges: { TSH: [0.4, 4.5] },
    },
    { study: 'Microdelesiones', on: '2026-08-25', values: { AZFa: true, AZFb: true, AZFc: true } },
    { study: 'Cultivo_Semen', on: '2026-08-18', values: { growth: true } },
    { study: 'Fragmentacion_ADN', on: '2026-08-18', values: { DFI: 41 } },
  ],
  true: String.raw`
El volumen eyaculado fue de 1.2 mL, inferior al percentil 5 (1.4 mL).
La muestra más reciente mostró 45 millones de espermatozoides por mililitro.
La concentración actual (45 ×10⁶/mL) es mayor que la previa (30 ×10⁶/mL).
La concentración subió de 30 a 45 millones/mL.
La concentración rebasa los 16 millones/mL.
La concentración está arriba de 40 millones/mL.
La concentración es de al menos 45 millones/mL.
La concentración no llega a 50 millones/mL.
Su cuenta total, de 54 millones, supera los 39 millones.
PR 18 %, NP 14 %, IM 68 %.
Motilidad progresiva: 18% (percentil 5: 30%).
La motilidad progresiva bajó de 35 % en febrero a 18 % en agosto.
En febrero de 2026 la motilidad progresiva era de 35 %.
El 05/02/2026 la morfología era de 5 %.
La movilidad total no alcanza el 42 %.
La movilidad total se ubica por debajo del percentil 5.
Hay astenozoospermia.
Se trata de una astenoteratozoospermia.
No hay oligozoospermia.
No se trata de azoospermia.
La vitalidad, de 71 %, descarta necrozoospermia.
La FSH es de 3.4.
FSH 3.4, LH 9.9, testosterona 188.
La FSH se encuentra dentro del rango del laboratorio.
La LH está elevada.
La LH rebasa el límite superior del laboratorio, 8.6 mUI/mL.
La testosterona está baja (188 ng/dL; rango 249 a 836).
La testosterona total no llega a 249 ng/dL.
La prolactina triplica el límite superior: 48.2 ng/mL.
La prolactina es mayor de 40 ng/mL.
La TSH está por arriba del rango del laboratorio.
TSH: 6.2 µUI/mL (0.4 – 4.5).
No hay microdeleciones en AZFa, AZFb ni AZFc.
Las regiones AZFa, AZFb y AZFc están conservadas.
Hubo crecimiento bacteriano en el espermocultivo.
El índice de fragmentación del ADN es de 41 %.
| Parámetro | Resultado | Unidad |\n|---|---|---|\n| Volumen | 1.2 | mL |\n| pH | 7.0 | |\n| Concentración | 45 | millones/mL |
| Estudio | Febrero 2026 | Agosto 2026 |\n|---|---|---|\n| PR (%) | 35 | 18 |
El pH fue de 7.0, menor que el umbral de consenso de 7.2.
Los leucocitos, de 2.3 millones/mL, superan 1 millón/mL.
Las formas normales son solo 1 %.
De cada 100 espermatozoides, 18 se mueven de forma progresiva.
La concentración es de 45,000,000/mL.
El volumen es menor a 1.4 mL.
La motilidad progresiva está entre 15 y 20 %.
El estradiol es de 19 pg/mL.
Cuarenta y cinco millones de espermatozoides por mililitro.
Volumen seminal 1,2 ml; pH 7,0.
La motilidad progresiva más reciente es de 18 %.
La primera muestra tuvo una concentración de 30 millones/mL.
La segunda muestra tuvo 1 % de formas normales.
Las formas normales pasaron de 5 % a 1 %.
La vitalidad se mantiene por encima del percentil 5 (54 %).
La testosterona está fuera del rango del laboratorio.
El eyaculado tuvo 1.2 mL de volumen.
La cuenta espermática total asciende a 54 millones.
En comparación con la muestra previa, la motilidad progresiva bajó de 35 % a 18 %.
La concentración previa, de 30 millones/mL, era menor que la actual, de 45 millones/mL.
Vitalidad: setenta y uno por ciento.
La LH (9.9 mUI/mL) excede el rango de referencia (1.7–8.6).
La LH es ligeramente alta.
La prolactina está francamente elevada: 48.2 ng/mL.
La testosterona, con 188 ng/dL, queda por debajo del límite inferior de 249.
Testosterona total 188 ng/dL ↓.
La testosterona equivale a 6.5 nmol/L.
TSH elevada.
Cursa con astenozoospermia y teratozoospermia.
Sin oligozoospermia; hay teratozoospermia.
La morfología normal, de 1 %, es menor que el 4 % de referencia.
Las formas anormales representan el 99 %.
No se observan microdeleciones de AZF.
AZFa: presente. AZFb: presente. AZFc: presente.
Cultivo de semen positivo.
La motilidad total disminuyó de 45 a 32 %.
El 5 de febrero de 2026 el pH fue de 7.4.
En la muestra del 18 de agosto el volumen fue de 1.2 mL.
La movilidad progresiva es inferior a 20 %.
El 68 % de los espermatozoides está inmóvil.
La fragmentación es superior al 40 %.
Sus leucocitos rebasan el millón por mililitro: 2.3 millones/mL.
La concentración queda por encima del percentil 25.
| Analito | Resultado | Rango |
| LH (mUI/mL) | 9.9 | 1.7 – 8.6 |
| Testosterona | 188 ng/dL | 249 – 836 | Bajo |
El volumen no supera el percentil 5.
La motilidad progresiva no llega al percentil 5.
La vitalidad alcanza el percentil 25.
Volumen reducido: 1.2 mL.
Se reportó pH de 7.0.
Conteo de 45 millones por mililitro, con 18 % de progresivos.
La cuenta por eyaculado es de 54 millones (p5: 39).
De los espermatozoides, 14 % se mueve sin avanzar.
Solo 1 de las formas por cada 100 es normal.
La concentración de agosto, 45 millones/mL, es superior a la de febrero, 30 millones/mL.
La motilidad total cayó de 45 % en febrero de 2026 a 32 % en agosto de 2026.
La vitalidad pasó de 74 a 71 %.
Leucocitos: 2.3 millones/mL (umbral < 1).
La relación de la LH con su rango es alta: 9.9 mUI/mL (1.7 a 8.6).
Hiperprolactinemia: prolactina de 48.2 ng/mL.
Testosterona de 1.88 ng/mL.
Con TSH de 6.2 µUI/mL, por encima de 4.5.
La motilidad progresiva no rebasa el 30 % ni el 20 %.
Astenozoospermia (PR 18 %).
No se demostraron microdeleciones.
El espermocultivo resultó positivo.
El DFI (41 %) está por arriba de 30 %.
La concentración es > 16 millones/mL.
El volumen es < 1.4 mL.
Volumen ≥ 1 mL.
PR = 18 %; NP = 14 %; IM = 68 %.
La concentración se encuentra entre el percentil 25 y el 50.
Motilidad progresiva bajo el percentil 2.5.
`,
  false: String.raw`
El volumen eyaculado fue de 2.1 mL.
La muestra más reciente mostró 30 millones de espermatozoides por mililitro.
La última motilidad progresiva fue de 35 %.
La concentración bajó de 45 a 30 millones/mL.
La concentración rebasa los 60 millones/mL.
La concentración está abajo de 40 millones/mL.
La concentración es de al menos 50 millones/mL.
La concentración no llega a 45 millones/mL.
La concentración no supera los 16 millones/mL.
Su cuenta total, de 54 millones, supera los 60 millones.
Motilidad progresiva: 81% (percentil 5: 30%).
La motilidad progresiva subió de 18 % en febrero a 35 % en agosto.
En agosto de 2026 la motilidad progresiva era de 35 %.
El 05/02/2026 la morfología era de 1 %.
La movilidad total alcanza el 42 %.
La movilidad total se ubica por encima del percentil 5.
La movilidad total se ubica por encima del percentil 10.
No hay astenozoospermia.
No se observa teratozoospermia.
Hay oligozoospermia.
Se trata de azoospermia.
Existe necrozoospermia, con vitalidad de 71 %.
Se trata de una oligoastenoteratozoospermia.
La FSH es de 4.3.
FSH 3.4, LH 9.9, testosterona 881.
La FSH se encuentra por encima del rango del laboratorio.
La FSH está elevada.
La LH se encuentra dentro del rango del laboratorio.
La testosterona es normal.
La testosterona está alta.
La testosterona total supera los 249 ng/dL.
La prolactina es menor de 40 ng/mL.
La prolactina no está elevada.
La TSH está dentro del rango del laboratorio.
TSH: 2.6 µUI/mL.
Hay microdeleción de AZFc.
Se detectó deleción en la región AZFb.
AZFa ausente.
Las regiones AZFa, AZFb y AZFc están ausentes.
El cultivo de semen no tuvo desarrollo.
Espermocultivo negativo.
El índice de fragmentación del ADN es de 14 %.
El índice de fragmentación del ADN es menor de 30 %.
| Parámetro | Resultado | Unidad |\n|---|---|---|\n| Volumen | 1.2 | mL |\n| Concentración | 54 | millones/mL |
| Estudio | Febrero 2026 | Agosto 2026 |\n|---|---|---|\n| PR (%) | 18 | 35 |
| FSH | 4.3 | mUI/mL |
El pH fue de 7.0, mayor que 7.2.
Los leucocitos, de 2.3 millones/mL, no superan 1 millón/mL.
Las formas normales son 10 %.
De cada 100 espermatozoides, 81 se mueven de forma progresiva.
La concentración es de 4,500,000/mL.
El volumen es mayor a 1.4 mL.
La motilidad progresiva está entre 20 y 25 %.
La motilidad progresiva está por encima de 20 %.
La concentración está entre 16 y 40 millones/mL.
Cincuenta y cuatro millones de espermatozoides por mililitro.
La vitalidad es normal y la motilidad también.
La morfología es normal.
La movilidad progresiva se encuentra dentro de los valores de referencia de la OMS.
Todos los parámetros del seminograma son normales.
El seminograma es normal.
El perfil hormonal es normal.
Ambas muestras tienen motilidad progresiva por encima del percentil 5.
El volumen es normal.
El percentil 5 de volumen es 2.4 mL.
La referencia de la motilidad progresiva es de 18 %.
La testosterona es de 188 ng/mL.
La prolactina es de 48.2 pg/mL.
La concentración ronda los 450 millones por mililitro.
El conteo es de 45 mil por mililitro.
La motilidad progresiva duplica el 18 %.
La vitalidad está por debajo del percentil 5.
La concentración disminuyó respecto de la muestra de febrero.
La motilidad progresiva mejoró respecto a febrero.
Las formas normales aumentaron.
La concentración es idéntica en las dos muestras.
El eyaculado tuvo 12 mL de volumen.
Se obtuvieron 2.1 mL en la muestra.
La cuenta espermática total asciende a 540 millones.
En comparación con la muestra previa, la motilidad progresiva subió de 18 % a 35 %.
La concentración previa, de 45 millones/mL, era mayor que la actual, de 30 millones/mL.
La motilidad progresiva actual (18 %) es mayor que la previa (35 %).
La motilidad progresiva actual, de 18 %, es igual a la anterior, de 35 %.
Vitalidad: diecisiete por ciento.
La LH (6.9 mUI/mL) excede el rango de referencia (1.7–8.6).
La LH (9.9 mUI/mL) está dentro del rango de referencia (1.7–8.6).
La LH es discretamente baja.
La prolactina está disminuida.
La testosterona, con 188 ng/dL, queda por encima del límite inferior de 249.
Testosterona total 188 ng/dL ↑.
La testosterona equivale a 18 nmol/L.
TSH suprimida.
No cursa con astenozoospermia ni con teratozoospermia.
Cursa con oligozoospermia y teratozoospermia.
La morfología normal, de 1 %, es mayor que el 4 % de referencia.
Las formas anormales representan el 90 %.
Se observan microdeleciones de AZF.
AZFa: presente. AZFb: ausente. AZFc: presente.
Cultivo de semen: sin crecimiento a las 48 horas.
La motilidad total aumentó de 32 a 45 %.
El 5 de febrero de 2026 el pH fue de 7.0.
En la muestra del 18 de agosto el volumen fue de 2.0 mL.
La movilidad progresiva es superior a 20 %.
El 32 % de los espermatozoides está inmóvil.
La fragmentación no llega al 40 %.
Sus leucocitos no rebasan 1 millón por mililitro.
La concentración queda por debajo del percentil 25.
La concentración queda por encima de la mediana.
La vitalidad está en el percentil 75 o más.
| LH (mUI/mL) | 6.9 | 1.7 – 8.6 |
| LH (mUI/mL) | 9.9 | 1.7 – 12.6 |
| Testosterona | 818 ng/dL | 249 – 836 | Normal |
| Testosterona | 188 ng/dL | 249 – 836 | Normal |
El volumen supera el percentil 5.
La motilidad progresiva alcanza el percentil 5.
Motilidad total: 32 % (normal).
La LH sale normal.
Prolactina en rango.
La testosterona se conserva.
Función tiroidea normal, con TSH de 2.6.
El pH es neutro y está por encima de 7.2.
Solo la morfología se encuentra alterada.
La concentración es la mitad del límite inferior.
Volumen 1.2 mL (referencia ≥ 1.0 mL).
La concentración es cercana a 145 millones por mililitro.
La prolactina es de 4,820 ng/mL.
La concentración es de 45 millones por eyaculado.
Volumen conservado: 2.1 mL.
Se reportó pH de 8.0.
Conteo de 54 millones por mililitro, con 81 % de progresivos.
La cuenta por eyaculado es de 54 millones (p5: 59).
De los espermatozoides, 41 % se mueve sin avanzar.
La concentración de agosto, 45 millones/mL, es inferior a la de febrero, 30 millones/mL.
La motilidad total subió de 32 % en febrero de 2026 a 45 % en agosto de 2026.
La vitalidad pasó de 71 a 74 %.
Leucocitos: 0.3 millones/mL (umbral < 1).
Leucocitos: 2.3 millones/mL (umbral < 3).
Testosterona de 18.8 ng/mL.
Con TSH de 6.2 µUI/mL, por debajo de 4.5.
La motilidad progresiva rebasa el 30 %.
Sin astenozoospermia (PR 18 %).
Se demostraron microdeleciones.
El espermocultivo resultó negativo.
El DFI (41 %) está por debajo de 30 %.
La concentración es > 61 millones/mL.
El volumen es > 1.4 mL.
Volumen ≥ 2 mL.
PR = 18 %; NP = 68 %; IM = 14 %.
La concentración se encuentra entre el percentil 50 y el 75.
Motilidad progresiva sobre el percentil 2.5.
Motilidad progresiva en el percentil 50.
El paciente no es astenozoospérmico.
La prolactina y la TSH son normales.
Testosterona y LH dentro de rango.
La LH está por debajo del rango y la testosterona por encima.
El semen del paciente es normal.
La segunda muestra tuvo mejor motilidad progresiva: 35 %.
La primera muestra tuvo 45 millones/mL.
En el seminograma de febrero, el volumen fue de 1.2 mL.
En el de agosto la vitalidad fue de 74 %.
Hoy la motilidad total es de 45 %.
La última vitalidad, 74 %, es adecuada.
Teratozoospermia descartada.
Se descarta astenozoospermia.
Negativo para teratozoospermia.
La motilidad no está disminuida.
El estradiol es de 91 pg/mL.
La concentración sobrepasa los cien millones por mililitro.
La mitad de los espermatozoides progresa: 50 %.
Motilidad progresiva normal (18 %).
| Vitalidad | 17 % |
| Concentración | 450 | ×10⁶/mL | 16 |
| Formas normales | 1 % | 14 % |
`,
  undecidable: `
El valor es de XVIII %.
La motilidad progresiva es de XVIII por ciento.
La concentración es de ٣٠ millones/mL.
La concentración es de ４５０ millones/mL.
La vitalidad es de tres cuartas partes.
Dos tercios de los espermatozoides son móviles.
La motilidad progresiva es de ½.
Un tercio de los espermatozoides avanza.
La FSH es de V mUI/mL.
La inhibina B es de 45 pg/mL.
La SHBG es de 30 nmol/L.
En enero de 2025 la concentración era de 45 millones/mL.
Su hermano tiene 45 millones/mL.
La concentración era de una docena de millones por mililitro.
La concentración esperada es de 45 millones/mL a los tres meses.
La testosterona libre es de 188 pg/mL.
El cultivo creció Enterococcus faecalis.
El espermocultivo desarrolló E. coli con 100,000 UFC/mL.
Presenta varicocele grado III.
La HbA1c es de 6.2 %.
La motilidad progresiva es de 18 % a 24 horas.
El DFI es de 41 pM.
La concentración es de 45 UI/L.
Posible hipogonadismo con testosterona de 300.
Es muy probable que haya oligozoospermia en el futuro.
El semen del donante tuvo 45 millones/mL.
La prolactina se repetirá.
Hace dos años la concentración era de 45 millones/mL.
Con tratamiento podría llegar a 45 millones/mL.
Un donador promedio tiene 45 millones/mL.
El estradiol está alto.
La T4 libre es normal.
Concentración: ⅬⅤ millones/mL.
La morfología es de ١ %.
Motilidad: dieciocho de cien.
La concentración de su primo es de 45 millones/mL.
La meta es una testosterona de 188 ng/dL.
La vitalidad ronda los dos tercios.
El espermocultivo fue positivo para Ureaplasma.
Cuenta con 45 días de abstinencia.
La motilidad progresiva es de IV %.
Puede haber microdeleción de AZFc.
La concentración podría ser de 45 millones/mL en otra muestra.
Se cree que la motilidad progresiva subirá a 18 %.
La testosterona biodisponible es de 188 ng/dL.
La insulina es de 9.9 µUI/mL.
El paciente tiene XLV millones/mL.
La muestra congelada tuvo 18 % de motilidad progresiva.
Tras descongelar, 18 % de progresivos.
Después de la preparación, la concentración fue de 45 millones/mL.
En la muestra capacitada hubo 45 millones/mL.
Su esposa tiene FSH de 3.4 mUI/mL.
`,
};
