/** Sentences about a treatment, written by a person who had not seen the check. */
export const unseenTreatments = `
Clomifeno 50 mg c/24 h x 3 m, control con BH y perfil hormonal.
Le sugiero empezar con citrato de clomifeno de 25 mg, media tableta diaria, durante tres meses.
Toma una cápsula de coenzima Q10 de 200 mg con el desayuno.
El letrozol de 2.5 mg se tomaría cada tercer día por doce semanas.
Anastrozol 1 mg VO c/24 h x 90 d.
Si la relación testosterona/estradiol sigue por debajo de 10, valoraríamos un inhibidor de aromatasa.
Con estos resultados, lo más indicado es operar el varicocele del lado izquierdo.
Se te propone una varicocelectomía microquirúrgica subinguinal, que es ambulatoria.
Inicia Fertimax.
hCG 2,000 UI SC 3 veces por semana x 6 meses, agregar FSH si no hay espermas.
Para estimular la producción, se aplicarán inyecciones de gonadotropina coriónica tres veces por semana.
Doxiciclina 100 mg c/12 h por 14 días, ambos miembros de la pareja.
Como el cultivo salió positivo a E. coli, recibirá ciprofloxacino de 500 mg cada 12 horas durante tres semanas.
Deja de ponerte la testosterona que te dieron en el gimnasio, porque apaga la producción de espermatozoides.
No suspenda el losartán por su cuenta, pero pregúntele a su cardiólogo si se puede quedar con él.
La finasterida que usas para el cabello conviene suspenderla por lo menos tres meses.
Tome L-carnitina 2 g al día repartidos en dos tomas.
Un multivitamínico con zinc y selenio podría ayudarte mientras esperamos el siguiente estudio.
Vit E 400 UI + vit C 1 g diarios x 3 m.
Quizá su médico le recete tamoxifeno de 20 mg diarios si la concentración no sube.
Tamoxifén 10 mg c/12 hrs, revalorar en 12 sem.
Con menos de cinco millones de móviles, la opción realista es un ICSI.
La inseminación intrauterina es un buen primer paso para ustedes, hasta tres o cuatro ciclos.
Por la edad de tu pareja, yo no esperaría más y pasaría directo a fecundación in vitro.
Si no hay espermatozoides en el eyaculado, se puede intentar obtenerlos con una micro-TESE.
Biopsia testicular con extracción de espermas (TESE) y congelación en el mismo tiempo qx.
La reversión de la vasectomía tiene buenos resultados cuando han pasado menos de diez años.
PESA bilateral bajo anestesia local, muestra fresca para ICSI.
Métele un licuado de maca todas las mañanas, hay quien nota mejoría en tres meses.
El té de gobernadora tomado tres veces al día no se lo recomiendo, puede dañar el hígado.
Póngase compresas de manzanilla tibia en el escroto dos veces al día para bajar la inflamación.
Arrancas con Espermavit Plus, un sobre diario.
Tadalafil 5 mg diario x 2 m, por la noche.
Para la erección puedes usar sildenafil de 50 mg una hora antes de la relación.
La cabergolina, media tableta dos veces por semana, baja la prolactina en la mayoría de los pacientes.
Bromocriptina 2.5 mg c/12 h hasta normalizar PRL.
En caso de que la resonancia muestre un adenoma, se trataría primero con un agonista dopaminérgico.
Levotiroxina 50 mcg en ayunas, TSH de control en 6 sem.
Le ajustaron la dosis de metformina a 850 mg con cada comida y conviene seguir así.
Tu endocrinólogo podría cambiarte la glibenclamida por otro medicamento que proteja más.
Se recomienda reemplazar la sulfasalazina por mesalazina, ya que la primera reduce el conteo.
Puedes preguntar si la paroxetina se puede sustituir por bupropión.
Azitromicina 1 g dosis única + ceftriaxona 500 mg IM.
Los leucocitos altos ameritan un ciclo corto de antibiótico antes de repetir la muestra.
Le indicamos un antiinflamatorio, por ejemplo naproxeno de 250 mg cada 12 horas por diez días.
Prednisona a dosis bajas por tres ciclos fue lo que se usaba antes contra los anticuerpos antiesperma.
Habrá que inyectarte menotropinas 75 UI tres veces por semana durante medio año.
FSH recombinante 150 UI L-M-V, x 4 meses.
Folitropina alfa subcutánea en el abdomen, alternando lados.
Compra Vigorsperm en la farmacia y tómalo en la noche.
Ácido fólico 5 mg/día por tres meses, sin costo alto y bien tolerado.
Omega 3, dos perlas al día con alimentos, ayuda a la membrana del espermatozoide.
Tres meses de antioxidantes orales serían razonables dada la fragmentación de 38%.
N-acetilcisteína 600 mg c/24 h, efervescente.
Con la fragmentación alta se puede recurrir a espermatozoides de testículo en lugar de los eyaculados.
En el laboratorio seleccionarían los espermatozoides con microfluídica antes de inyectarlos en el óvulo.
Se les ofrecerá PICSI o columnas de anexina, según lo decida la bióloga.
Una alternativa, si nada funciona, es usar semen de donante.
Ovodonación más ICSI, por baja reserva de ella.
Antes de la quimioterapia usted debe congelar semen, de preferencia dos o tres frascos.
Criopreservar 3 alícuotas previo a qx.
La embolización de la vena espermática es otra forma de tratar el varicocele sin herida en la ingle.
Escleroterapia anterógrada izq., alta el mismo día.
Su quiste de epidídimo no se opera a menos que duela.
Resección transuretral de los conductos eyaculadores, programar con urología.
Si el ultrasonido transrectal confirma la obstrucción, te destaparían los conductos con un cistoscopio.
Para la eyaculación retrógrada, pseudoefedrina de 60 mg dos horas antes de obtener la muestra.
Imipramina 25 mg HS x 2 sem y buscar espermas en orina poscoital.
Alcalinice la orina con bicarbonato de sodio, una cucharadita en un vaso de agua la noche previa.
Electroeyaculación bajo sedación, por su lesión medular.
Con el vibrador peneano se logra obtener muestra en más de la mitad de los hombres con lesión medular.
Dapoxetina 30 mg, 1 a 3 horas antes, a demanda.
El gel de testosterona queda descartado mientras quieran embarazo.
Undecanoato de testosterona: suspender ya.
Nebido ya no, pasar a hCG.
Cuando retires el enantato, vas a sentirte cansado unas semanas y es posible que te demos clomifeno de puente.
Usar Nutrigamet por 90 días.
Está usted tomando espironolactona, y vale la pena que su internista la cambie por otro diurético.
El minoxidil tópico sí lo puedes seguir usando.
Baje poco a poco la dosis de tramadol con ayuda de quien se lo recetó, pues altera las hormonas.
Dejar ketoconazol oral; si persisten hongos, clotrimazol crema x 14 d.
Fluconazol 150 mg VO DU, tratar pareja.
Metronidazol óvulos para ella y tabletas para él, siete días.
Lo que procede es levofloxasino de 500 mg una vez al día por cuatro semanas, por la prostatitis.
Trimetoprima con sulfametoxazol, 160/800, cada doce horas por un mes.
Aplicar la vacuna contra VPH no mejora el semen, aunque se la puede poner sin problema.
Tamsulosina 0.4 mg por la noche, ojo que puede provocar eyaculación seca.
Ya con la próstata desinflamada se retiraría el alfabloqueador.
Resveratrol, astaxantina y licopeno son opciones que puede comprar, con evidencia limitada.
Mioinositol 2 g c/12 h.
Ashwagandha 600 mg diarios durante dos meses, si es que le interesa lo herbal.
Un diente de ajo en ayunas no sube el conteo, aunque tu tía lo tome y lo recomiende.
Miel con jalea real y polen, una cucharada cada mañana, si te gusta, no estorba al tratamiento.
Untarse mentol o pomada de árnica en los testículos no sirve y puede irritar.
Se sugiere continuar con el suplemento que ya consume hasta completar los tres meses.
Añadir Testorix 500 si sigue baja la T.
Lo pasaríamos a quirófano para corregir la hidrocele antes de buscar embarazo.
Orquidopexia derecha a la brevedad, por testículo en canal inguinal.
Orquiectomía radical izq. si se confirma el tumor, con banco de semen antes.
Le colocarían una prótesis testicular en el mismo acto si así lo desea.
Prótesis de pene solo cuando fallan las pastillas y las inyecciones.
Alprostadil intracavernoso 10 mcg, primera dosis en consultorio.
El plasma rico en plaquetas en el testículo sigue siendo experimental y no se lo aconsejo.
Las ondas de choque, seis sesiones, se han ofrecido para la disfunción eréctil leve.
Hay clínicas que venden células madre para la azoospermia: no pague por eso.
Se valorará GnRH pulsátil con bomba en un centro de referencia.
Bomba de gonadorelina c/90 min, Kallmann.
A su pareja se le estimularía la ovulación con letrozol del día 3 al 7.
Coito programado con clomifeno en ella, 2 ciclos.
Ella tendrá que ponerse progesterona vaginal de 200 mg después de la transferencia.
Transferencia de un solo blastocisto, ciclo natural modificado.
Con la traslocación que encontramos, convendría ICSI con estudio genético de los embriones antes de transferirlos.
Vitamina D3 4,000 UI diarias x 8 sem y luego 1,000.
Puede tomar sol y además colecalciferol en gotas, que su nivel está en 14.
Sulfato ferroso 200 mg en ayunas por anemia, vigilar.
Hidrocortisona 20 mg/día repartida, por la hiperplasia suprarrenal.
En esa circunstancia se emplearía dexametasona a dosis baja por la noche.
Hemolox, dos cápsulas con la comida.
Yo empezaría por Andromejor antes que por cualquier otra cosa.
Isotretinoína: puedes terminar tu ciclo, no se ha visto daño en el semen.
La colchicina podrían espaciársela si tu reumatólogo está de acuerdo.
Metotrexate: suspender 3 m antes de buscar embarazo.
El valproato no lo dejes de golpe; pide que valoren lamotrigina.
Hidroxiurea fuera 3 meses antes, lo decide hematología.
Continuarás con el mismo esquema de pastillas hasta tu siguiente espermatobioscopia.
Ningún medicamento va a corregir la microdeleción AZFa, así que no gastes en vitaminas.
Después de seis meses sin respuesta se suspende el tratamiento hormonal y se piensa en aspirado testicular.
Duplicar la dosis a 50 mg si la testosterona no rebasa 400.
Se le redujo el clomifeno a un cuarto de tableta por la visión borrosa.
Omifin 1/2 tab c/3er día, sin cambios.
Choriomon 5000 UI sem, rotar sitio.
Gonal-f pluma, 150 UI, lunes miércoles y viernes.
Dostinex 0.5 mg: media los martes y media los viernes.
Arimidex solo si E2 > 50.
Un lubricante compatible con esperma, tipo Pre-Seed, se aplica quince minutos antes de la relación.
Compleméntelo con espermatrón forte, tres tomas diarias.
Sigue con zincofert.
Tu médico puede darte gametol por doce semanas.
Al terminar la caja de Ovimasc, vuelve a consulta.
Póngase semivital en gotas bajo la lengua.
Se prescribe Prolivar 3.
Cambie androvitol por Maxigen.
Los parches de nicotina o la vareniclina son útiles para dejar el cigarro y se los puede dar su clínica.
Semaglutida semanal para bajar de peso, con endocrino, aún sin datos firmes en semen.
Orlistat 120 mg con las comidas, opcional.
Si decide una manga gástrica, espere un año para buscar embarazo.
Usar CPAP todas las noches, por la apnea, puede levantar la testosterona.
La acupuntura dos veces por semana es inofensiva, aunque nadie ha probado que suba el conteo.
Clomifen 25mg dirio por 12 semanas, dsp. labs.
Te sugiero iniciar clomifeno 25 mg diarios durante tres meses y después repetimos la muestra.
Citrato de clomifeno 50 mg VO c/24 h x 90 días.
Podría beneficiarse de un inhibidor de la aromatasa si el estradiol sigue alto.
Anastrozol 1 mg, una tableta por la noche, por 12 semanas.
Letrozol 2.5 mg c/24 h, vigilar estradiol.
Si su testosterona no sube, el siguiente paso sería agregar gonadotropina coriónica.
hCG 2000 UI SC tres veces por semana.
Se aplicará FSH recombinante 150 UI cada tercer día en el abdomen.
Más adelante tu médico valorará ponerte menotropinas junto con la hCG.
Suspenda el gel de testosterona desde hoy, porque apaga la producción de espermatozoides.
Deja de inyectarte el enantato que te vendieron en el gimnasio.
El cipionato de testosterona debe retirarse de manera gradual con apoyo del endocrinólogo.
Cambiar finasterida por minoxidil tópico mientras buscan embarazo.
No tomes más finasterida para el pelo; puede bajar tu conteo.
La dutasterida conviene pausarla al menos seis meses.
Con el aumento de leucocitos se justifica un ciclo de doxiciclina de 100 mg cada 12 horas por dos semanas.
Levofloxacino 500 mg c/24 h x 21 días por probable prostatitis.
Usted y su pareja deberán recibir azitromicina en dosis única de 1 gramo.
Cipro 500 1x2 por 14 días.
Trimetoprima con sulfametoxazol, una tableta cada 12 horas hasta terminar la caja.
Antes del antibiótico no hay que asustarse: la ofloxacina suele tolerarse bien.
Se indicó ceftriaxona 500 mg IM dosis única.
Para la Ureaplasma, josamicina 500 mg tres veces al día por diez días.
Quizá haga falta metronidazol para los dos si el cultivo vaginal también sale positivo.
La coenzima Q10 a 200 mg diarios ayuda a mejorar la movilidad en algunos hombres.
Agrega L-carnitina 2 g al día, repartida en dos tomas.
Zinc 30 mg + selenio 100 mcg, 1 cáp c/24 h con alimentos.
Un multivitamínico con ácido fólico no le cae mal.
Vitamina E 400 UI diarias x 3 meses.
Puedes complementar con vitamina D3, 4000 unidades cada mañana, ya que saliste bajo.
La N-acetilcisteína de 600 mg, disuelta en agua, se usa como antioxidante.
Hay hombres que toman maca peruana y refieren más deseo.
La ashwagandha en cápsulas tiene poca evidencia, pero si quiere probarla, que sea por ocho semanas.
Omega 3, un gramo con la comida.
El licopeno en perlas sería una opción económica.
Mio-inositol 2 g en sobre, mañana y noche.
Échate dos cucharadas de jalea real en ayunas, si no eres alérgico.
Té de tribulus: evítelo, mejor use un antioxidante probado.
El varicocele grado III del lado izquierdo se puede corregir con una varicocelectomía microquirúrgica.
Qx: varicocelectomía subinguinal izq con microscopio.
Lo más recomendable en tu caso es operar el varicocele antes de pensar en otra cosa.
La embolización de la vena espermática es una alternativa sin herida.
Con azoospermia obstructiva, la vasovasostomía permite recuperar el paso en muchos pacientes.
Vasoepididimostomía si no hay espermatozoides en el líquido del deferente.
Será necesario resecar los conductos eyaculadores por vía transuretral.
RTU de conductos eyaculadores, valorar.
Se programará una micro-TESE y lo que se encuentre se congela.
La extracción de espermatozoides del testículo con aguja fina, TESA, se hace con anestesia local.
PESA bajo sedación el mismo día de la captura de óvulos.
El testículo no descendido debería bajarse y fijarse con una orquidopexia.
Si el marcador sale elevado, habría que quitar el testículo por la ingle.
La hidrocelectomía aliviaría el volumen y la molestia.
Una circuncisión resolvería la fimosis que te complica el coito.
Drenaje del absceso y antibiótico intravenoso hoy mismo en urgencias.
Con menos de cinco millones móviles, el camino habitual es la ICSI.
Pensar en FIV/ICSI por edad de ella.
Con estos números pueden intentar de tres a cuatro ciclos de inseminación intrauterina.
IIU con semen capacitado x 3 ciclos.
Si no se recuperan espermatozoides, queda la opción de usar semen de donante.
La selección espermática por MACS antes de inyectar el óvulo podría bajar la fragmentación.
PICSI o chip microfluídico en el próximo intento.
Ella recibiría estimulación ovárica con letrozol mientras usted se prepara.
Los embriones pueden analizarse con diagnóstico genético preimplantacional y después transferirse.
Fecundación in vitro con óvulos donados, según criterio de su ginecóloga.
Conviene criopreservar dos muestras antes de la quimioterapia.
La radioterapia que le propone oncología puede dejarlo estéril de forma temporal.
El sildenafil de 50 mg, una hora antes de la relación, te va a dar más seguridad.
Tadalafil 5 mg diario x 2 meses.
Si la pastilla azul no funciona, se le puede enseñar a inyectarse alprostadil en el pene.
Vardenafil 10 mg a demanda, no mezclar con nitratos.
Una bomba de vacío o una prótesis peneana son recursos para cuando lo anterior falla.
Ondas de choque de baja intensidad, seis sesiones.
Plasma rico en plaquetas en testículo: experimental, no lo pagues todavía.
Para retrasar la eyaculación se usa dapoxetina de 30 mg.
La paroxetina que tomas puede cambiarse por bupropión, platícalo con tu psiquiatra.
No suspenda la sertralina por su cuenta.
Pseudoefedrina 60 mg c/8 h desde tres días antes para la eyaculación retrógrada.
La imipramina 25 mg al acostarse a veces devuelve la eyaculación hacia adelante.
Se alcaliniza la orina con bicarbonato la noche anterior, y de ahí se rescatan los espermatozoides.
Midodrina bajo vigilancia de la presión.
Electroeyaculación con anestesia, por la lesión medular.
Vibroestimulación peneana en consultorio antes de pensar en quirófano.
Con prolactina de 85, lo usual es cabergolina 0.5 mg dos veces por semana.
Bromocriptina 2.5 mg en la noche, subir despacio.
La levotiroxina se ajustará a 75 microgramos en ayunas.
Tu hipotiroidismo se corrige con una pastilla diaria de hormona tiroidea.
La metformina 850 mg con el desayuno y la cena sigue igual.
Hay que subirle a la insulina, pero eso lo decide su internista.
Semaglutida semanal, 0.25 mg, como apoyo para bajar de peso.
La espironolactona se sustituye por otro antihipertensivo, pues actúa contra las hormonas masculinas.
Cambiar nifedipino por losartán 50 mg.
Sulfasalazina → mesalazina, avisar a gastro.
El ketoconazol en tabletas frena la testosterona; mejor la crema.
La tamsulosina te deja sin semen: pregunta si puedes pasar a alfuzosina.
Dejar tramadol y metadona con plan de retiro gradual.
Tamoxifeno 20 mg al día es otra alternativa cuando la FSH es normal.
La prednisona en dosis bajas se ha usado cuando hay anticuerpos antiespermáticos.
Bomba de GnRH pulsátil, 5 mcg cada dos horas.
La colchicina para la gota pudiera interrumpirse unas semanas.
Ibuprofeno 400 c/8 h PRN dolor, no más de 5 días.
Un paracetamol y una bolsa de hielo envuelta sobre el escroto tras la cirugía.
Pentoxifilina 400 mg c/12 h.
Le dejo un supositorio de diclofenaco cada noche para la inflamación de próstata.
Unos baños de asiento tibios y diez sesiones de rehabilitación de piso pélvico quitan el dolor.
Acupuntura semanal por dos meses, si a ustedes les gusta.
Terapia sexual en pareja, ocho sesiones, por el vaginismo.
Clorhexidina no; lávate con la crema de clotrimazol dos veces al día.
Usen un lubricante amigable con los espermatozoides tipo hidroxietilcelulosa, colocado quince minutos antes.
Fertivirón 1 cápsula diaria en el desayuno.
Te recomiendo Espermaxil, dos sobres al día.
Seguir con Varonilex otros tres meses.
Toma Motilgen por la noche.
Puede comprar Gametonil Plus en cualquier farmacia y usarlo por 90 días.
Novasperm 1-0-1.
Continúe su Zincoral igual que antes.
Ya no use Testobrén.
El Oligozán le haría bien mientras llega la siguiente cita.
Agregar Semivita DHA a lo que ya toma.
Con Carnimovil muchos pacientes notan mejor movilidad.
Si se le acaba el Virolán, no lo vuelva a surtir.
`;
