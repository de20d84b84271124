/** Sentences about a treatment. */
export const treatments = `
Doxi 100 cada 12
Doxi 100 cada 12, siete días.
Levo 500 cada 24.
Cuando termines la caja, avísanos.
Surte dos cajas de Zafirel.
Dos frascos de Zafirel.
Al acabar el blíster suspende.
Hay que desbridar.
Requiere desbridamiento.
Extirpar el nódulo.
Se suturó la herida.
Drenar el absceso.
Descompresión del cordón.
Habrá que ligar la vena.
Aspirar espermatozoides del epidídimo.
Usarás óvulos donados.
Combina vitamina C y E.
Toma 50 mg de clomifeno al día.
Clomifeno 25 mg cada 24 horas por 3 meses.
Iniciar citrato de clomifeno, media tableta diaria.
Se prescribe letrozol 2.5 mg.
Anastrozol 1 mg vía oral diario durante doce semanas.
Aplicar hCG 2,000 UI subcutánea tres veces por semana.
Gonadotropina coriónica 5000 UI IM cada tercer día.
FSH recombinante 150 UI tres veces por semana por 6 meses.
Doxiciclina 100 mg c/12 h x 14 días.
Levofloxacino 500 mg una vez al día por 10 días.
Trimetoprima con sulfametoxazol cada 12 horas.
Amoxicilina con ácido clavulánico 875/125 mg.
Tomar coenzima Q10, 200 mg al día.
Suplementar con zinc 30 mg diarios.
Se recomienda L-carnitina 2 g por día.
Vitamina E 400 UI cada noche.
Vitamina C y selenio durante tres meses.
Ácido fólico 5 mg.
Omega 3, dos cápsulas con la comida.
Suspender la testosterona exógena.
Suspenda el finasteride.
Debe dejar de tomar la finasterida.
Continuar con levotiroxina 75 mcg en ayuno.
Aumente la cabergolina a 0.5 mg dos veces por semana.
Bromocriptina 2.5 mg antes de dormir.
Reducir la dosis a la mitad.
Tomar una pastilla cada ocho horas.
Dos tabletas al día.
Una cápsula diaria por 90 días.
Ingerir 1 comprimido en ayunas.
Inyectar 1 ampolleta cada semana.
Se indica antibiótico por dos semanas.
Iniciar antioxidantes orales.
Se sugiere un ciclo de antiinflamatorios durante 5 días.
Ibuprofeno 400 mg si hay dolor.
Paracetamol en caso de fiebre.
Sildenafil 50 mg una hora antes de la relación.
Tadalafilo 5 mg diarios.
Pseudoefedrina 60 mg antes de eyacular.
Imipramina 25 mg por la noche.
Metformina 850 mg cada 12 h.
Undecanoato de testosterona cada 12 semanas.
Gel de testosterona, una aplicación diaria.
Aplicar una dosis de 75 UI de menotropina.
Tamoxifeno 20 mg/día.
Maca y ashwagandha por 8 semanas.
Prednisona en dosis bajas por un mes.
Ceftriaxona 1 g intramuscular, dosis única.
Azitromicina 1 g, dosis única.
Mantener el tratamiento con clomifeno.
Puede tomar su medicamento con alimentos.
Comience con medio comprimido e incremente a uno entero tras dos semanas.
Se valorará iniciar tratamiento hormonal con gonadotropinas.
Recibirá 10 sesiones de tratamiento con corticoides.
Melatonina 3 mg.
N-acetilcisteína 600 mg al día.
Myo-inositol, un sobre cada 12 horas.
Hidroclorotiazida: suspéndela.
Ya no tome isotretinoína.
Bupropión 150 mg por la mañana.
Tómese 5 gotas diarias.
Aplíquese una inyección de Deca-Durabolin.
Use el parche cada tercer día.
Nitrofurantoína 100 mg cada 6 horas por una semana.
Fosfomicina 3 g en una sola toma.
Itraconazol 100 mg por quince días.
Embrocaciones con clotrimazol.
Choriomon 5000 cada 3 días.
Puregon 150 UI.
Omifin 50, una al día.
Dostinex media tableta los lunes y jueves.
Tratamiento: clomifeno (50 mg/24 h).
1 tableta VO c/24h.
Clomid por 25 días con 5 de descanso.
Radioterapia por 6 semanas.
Letrozole 2.5mg qd.
Fertilhombre, 1 sobre diario.
Proxeed Plus un sobre dos veces al día.
Le indico clomifeno.
Se inicia gonadotropina coriónica 3 veces por semana.
Clomifeno, 1/2 tableta por día x 90 días.
Manejo con letrozol y cabergolina.
hCG 1500 U SC lunes, miércoles y viernes.
Vitamina D3 4000 UI/día.
Cambie tamsulosina por otro medicamento.
Aspirina protect cada noche.
Aceite de pescado, 2 cápsulas.
Probióticos por un mes.
Ciprofloxacino 500 mg c/12 h.
Use testosterona en gel cada mañana.
No use testosterona.
Evite la testosterona y los esteroides anabólicos.
Baje la dosis de finasterida.
Se propone tratamiento médico por tres meses.
Tome el antibiótico completo.
Complete diez días de doxiciclina.
Su pareja también debe tomar metronidazol.
Desloratadina 5 mg al día.
Espironolactona 25 mg.
Retire el minoxidil.
Tome 2 al día.
Tome dos por la noche durante un mes.
Inyéctese 0.5 mL bajo la piel.
Ponga 2 disparos en cada fosa nasal.
Buserelina nasal.
Tratamiento empírico: azitromicina.
Zinc 50 mg y ácido fólico 5 mg diarios por 26 semanas.
El esquema es de 75 UI tres veces a la semana.
Rp: omifin 50 mg, 1 diaria.
Se le receta clomifeno por 3 meses.
Sugiero iniciar con letrozol.
Debe aplicarse gonadotropinas.
Antibioticoterapia dirigida.
Ha tomado finasterida dos años.
Paracetamol si hay dolor.
150 UI de FSH subcutánea.
Reposición de testosterona.
Terapia de reemplazo hormonal.
Vitamina E y coenzima Q10.
Tomará un complejo vitamínico.
Un comprimido por la mañana.
Dar 25 mg/día.
Minociclina dos semanas.
Agregue selenio a su dieta durante 3 meses.
Se le dará hCG.
Tres ciclos de FSH.
Cabergolina semanal.
Cirugía y luego clomifeno.
Remplazar isotretinoína.
Iniciar anastrozol 1 mg cada 24 horas por tres meses.
Aplica una ampolleta de HCG 5000 UI dos veces por semana.
Se sugiere suplementar con coenzima Q10, 200 mg.
Recomiendo tamoxifeno durante noventa días.
Doxiciclina 100 mg cada 12 h por 14 días.
Usar letrozol a dosis bajas.
Comienza con un antioxidante por la mañana.
Puede tomar vitamina E diariamente.
Suspende la testosterona inyectada.
Se prescribe citrato de clomifeno.
Una tableta en ayunas por 6 semanas.
Considera la varicocelectomía microquirúrgica.
Inyéctate FSH recombinante 150 UI.
Deja de usar finasterida.
Se programa una varicocelectomía.
El paso siguiente es una micro-TESE.
Se indica inseminación intrauterina.
Toma 25 mg de citrato de clomifeno en días alternos.
Inicia anastrozol 1 mg al día.
Se propone letrozol 2.5 mg diarios por 3 meses.
Considera hCG 5,000 UI dos veces por semana.
Evita el uso de testosterona exógena.
Suspende la testosterona que usas.
Un antioxidante combinado durante tres meses podría ayudar.
Doxiciclina 100 mg cada 12 horas por 10 días.
Trata la infección con ciprofloxacino.
Complementa tu dieta con 220 mg de zinc.
Vitamina E 400 UI al día.
Una cápsula diaria de coenzima Q10.
Aplica gel de testosterona cada mañana.
La varicocelectomía microquirúrgica es una opción.
Se sugiere micro-TESE.
Corresponde ICSI.
Se sugiere inseminación intrauterina.
Cabergolina 0.5 mg dos veces por semana.
Enclomifeno 12.5 mg.
Aumenta la dosis a 50 mg.
Toma el medicamento en ayunas.
Tratamiento con FSH recombinante 150 UI.
Inyecta 75 UI de hMG tres veces por semana.
Levotiroxina 50 microgramos en ayunas.
Sildenafilo a demanda.
Tadalafil 5 mg por la noche.
Un ciclo de antibiótico de 14 días.
Pseudoefedrina 60 mg antes de la relación.
Metformina 850 mg con la cena.
Recomiendo maca andina.
Usa un probiótico.
Acude a radioterapia.
Recibe quimioterapia.
Continúa con tu esquema actual.
Repite el esquema por un mes más.
Añade selenio.
Agrega omega 3.
Incorpora 2 gramos de L-carnitina.
Se recomienda embolización del varicocele.
Puedes tomar ibuprofeno si hay dolor.
Gonadotropinas por seis meses.
FSH 150 UI cada tercer día.
Empieza con media pastilla.
Prueba con ashwagandha.
Te receté un antiinflamatorio.
Unas gotas de vitamina D cada semana.
Dado que ya recibe clomifeno, la FSH es de 9.4 mUI/mL.
La FSH es de 9.4 mUI/mL, por lo que procede estimular con menotropinas.
Aunque no se ha decidido, podría beneficiarse de una varicocelectomía.
Si la prolactina sigue elevada habrá que valorar cabergolina.
Convendría que tomara algo para la infección durante dos semanas.
No requiere antibiótico.
Se le explicó que el tratamiento con hCG no está indicado.
La pareja puede pasar a ICSI.
El médico previo le indicó testosterona en gel.
Se sugiere cubrir con quinolonas.
Requiere manejo con quinolona por 14 días.
Un agonista dopaminérgico sería útil.
Se iniciará un agonista dopaminérgico.
Dar doxi 100 cada 12.
Cipro 500 c/12h 10 dias.
Abstenerse de finasterida.
Debe bajar de peso y tomar vitamina E.
Se recomienda terapia antioxidante.
Se recomienda un complejo de antioxidantes con selenio.
El citrato de clomifeno que toma explica la testosterona.
Dejar el minoxidil.
¿Conviene iniciar letrozol?
Se difiere el manejo hormonal.
Requiere extracción quirúrgica de espermatozoides.
Se propone biopsia testicular con extracción de espermatozoides.
Micro-TESE bilateral.
Aspiración de epidídimo (PESA).
Recomiendo aspiración percutánea de espermatozoides del epidídimo.
Se ofrece criopreservación de semen antes de la quimioterapia.
Usar donante de semen.
Inseminación con semen de donante.
Ligadura de la vena espermática.
Corrección microquirúrgica del varicocele.
Reparar el varicocele.
Reversión de vasectomía.
Mantenga su esquema actual tres meses más.
Repita el mismo medicamento.
1 tab c/24 h.
1-0-1 después de comer.
Media pastilla por la noche hasta nuevo aviso.
Tómese con el desayuno.
Se puede apoyar con fitoterapia.
Aplíquese la inyección los lunes.
Cuatro semanas de nitrofurantoína.
Que se aplique 5000 de gonadotropina.
Subir a 75 mcg la levo.
Se ajusta levotiroxina.
Metformina si el médico familiar lo autoriza.
L-arginina y zinc.
Zinc 50 mg.
Tomar zinc.
Vitaminas prenatales para la pareja.
Evitar esteroides anabólicos.
Estimulación ovárica de la pareja.
Cambiar la sertralina por bupropión.
Retirar el antidepresivo.
Está en sustitución hormonal.
Ya terminó la cefalexina.
El antibiograma muestra sensibilidad a nitrofurantoína.
Sensible a ciprofloxacino.
Requiere drenaje del absceso.
Electroeyaculación bajo sedación.
Psicoterapia y sildenafil a demanda.
Fisioterapia de piso pélvico.
Compresas frías 20 minutos al día.
Se recomienda la transferencia de embriones.
Acudir a fertilización in vitro.
Técnicas de reproducción asistida de alta complejidad.
Remplazo androgénico.
Testosterona intramuscular cada tres meses.
Estradiol transdérmico.
Aplicar parche.
La prolactina de 21.3 ng/mL, que se trata con bromocriptina, está elevada.
La concentración de 12 millones/mL subirá con FSH recombinante.
Le vendría bien un ciclo de letro.
Sería prudente estimular el eje con inductores.
Cubrir empíricamente con macrólido.
Podemos ofrecer captación espermática.
Habrá que operarlo.
Pasar a banco de semen.
Mejor quitar la finasterida.
Con terapia se espera mejoría.
Es candidato a bloqueo de aromatasa.
El protocolo corto serviría.
Se agenda punción.
Que no deje las cápsulas.
Seguir igual con la pastilla.
Se manejará conservadoramente con suplementos.
5 mg.
Aplicarse cada lunes.
Media ampolla IM.
Que tome lo mismo que antes.
Inducir con gonadotropinas.
Uso de vitamina D 2000 unidades.
`;
