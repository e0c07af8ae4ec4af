import sax from 'sax';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { Placemark } from './placemark.ts';

/** Elements within elements, and the longest text of a property. */
const [deepest, longestValue] = [100, 10_000];

/** Its types leave the last one out: by itself, strict or not, the parser knows HTML's entities. */
const parsing = { position: true, strictEntities: true };

/**
 * Reads KML (OGC 07-147r2) as its text comes, one placemark at a time. Nothing outside the file is ever fetched, and
 * no entities are expanded but XML's own five.
 */
export class KmlReader {
  /** The name of the folder that placemarks stand in, or of the document. */
  layerName: string | undefined;
  readonly #area: AreaBuilder;
  readonly #parser = sax.parser(true, parsing);
  readonly #path: string[] = [];
  /** The names of the open folders and documents. */
  readonly #containers: (string | undefined)[] = [];
  readonly #layerNames = new Set<string>();
  #placemark: Placemark | undefined;
  #count = 0;
  /** The property whose value is being read. */
  #property: string | undefined;
  #text = '';
  #ready: SourceFeature[] = [];
  /** Lines of coordinates that the parser did not see, and where in its text such began last. */
  #linesPassed = 0;
  #coordinatesOpenedAt = -1;

  constructor(area: AreaBuilder) {
    this.#area = area;
    const parser = this.#parser;
    parser.ondoctype = () => {
      throw new Refusal(
        'The KML declares a document type (DOCTYPE), by which entities and files from elsewhere could be drawn in. It is not read: remove the declaration.',
      );
    };
    parser.onopentag = ({ name, attributes }) => this.#open(localName(name), attributes as Record<string, string>);
    parser.onclosetag = (name) => this.#close(localName(name));
    parser.ontext = (text) => this.#takeText(text);
    parser.oncdata = (text) => this.#takeText(text);
    parser.onerror = (fault) => this.#refuse(fault.message);
  }

  /** Takes the next piece of the text. @returns the placemarks it completes @throws Refusal where it is no KML */
  write(text: string): SourceFeature[] {
    this.#ready = [];
    for (let at = 0; at < text.length; ) {
      const end = this.#isAmongCoordinates ? this.#takeCoordinates(text, at) : at;
      if (end === text.length) break;
      // as far as the next coordinates begin, or at least one tag
      const word = text.indexOf('coordinates', end);
      const after = word === -1 ? 0 : text.indexOf('>', word) + 1;
      at = after === 0 ? text.length : after;
      this.#parser.write(text.slice(end, at));
    }
    return this.#ready;
  }

  /** Takes coordinates past the parser, which takes three times as long. @returns where something else begins */
  #takeCoordinates(text: string, from: number): number {
    let end = text.indexOf('<', from);
    if (end === -1) end = text.length;
    const piece = text.slice(from, end);
    const entity = piece.indexOf('&');
    const plain = entity === -1 ? piece : piece.slice(0, entity);
    this.#placemark?.coordinates.write(plain);
    this.#linesPassed += newlinesIn(plain);
    return from + plain.length;
  }

  /** Whether the last that the parser saw was the tag by which a polygon's coordinates begin. */
  get #isAmongCoordinates(): boolean {
    return this.#parser.position === this.#coordinatesOpenedAt;
  }

  /** Says that no text follows. @throws Refusal when the file ends in the middle */
  end(): void {
    if (this.#path.length > 0)
      throw new Refusal(`The file ends in the middle, on line ${this.#line}: it is not whole.`);
    this.#parser.close();
    const [name] = this.#layerNames;
    // of several folders none gives its name to the whole
    this.layerName = this.#layerNames.size === 1 ? name : undefined;
  }

  get #line(): number {
    return this.#parser.line + this.#linesPassed + 1;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length === 0 && name !== 'kml') {
      throw new Refusal(`The file is XML, but no KML: its outermost element is <${name.slice(0, 40)}>.`);
    }
    this.#path.push(name);
    if (this.#path.length > deepest) {
      throw new Refusal(`The KML’s elements are nested more than ${deepest} deep, on line ${this.#line}.`);
    }
    if (name === 'NetworkLink') {
      throw new Refusal(
        `The KML links to data that are kept elsewhere (NetworkLink, line ${this.#line}). Nothing is fetched: save the data themselves as KML or KMZ.`,
      );
    }
    if (name === 'Placemark') this.#beginPlacemark(attributes.id);
    else if (this.#placemark !== undefined) this.#openInPlacemark(this.#placemark, name, attributes.name);
    else if (name === 'Folder' || name === 'Document') this.#containers.push(undefined);
    else if (name === 'name' && this.#containers.length > 0) this.#beginText('');
  }

  #beginPlacemark(id: string | undefined): void {
    if (this.#placemark !== undefined) throw new Refusal(`A Placemark stands in a Placemark, on line ${this.#line}.`);
    this.#placemark = new Placemark(this.#area, { number: ++this.#count, line: this.#line, id });
    const name = this.#containers.findLast((each) => each !== undefined);
    if (name !== undefined && this.#layerNames.size < 2) this.#layerNames.add(name);
  }

  #openInPlacemark(placemark: Placemark, name: string, attribute: string | undefined): void {
    placemark.open(name);
    if (name === 'coordinates' && placemark.wantsCoordinates) {
      placemark.coordinates.begin();
      this.#coordinatesOpenedAt = this.#parser.position;
    } else if (name === 'SimpleData') this.#beginText(attribute);
    else if (name === 'Data') this.#property = attribute;
    else if (name === 'value') this.#text = '';
    else if ((name === 'name' || name === 'description') && this.#path.at(-2) === 'Placemark') this.#beginText(name);
  }

  #beginText(property: string | undefined): void {
    this.#property = property;
    this.#text = '';
  }

  #takeText(text: string): void {
    if (this.#path.at(-1) === 'coordinates' && this.#placemark?.wantsCoordinates === true) {
      this.#placemark.coordinates.write(text);
    } else if (this.#property !== undefined && this.#text.length < longestValue) {
      this.#text += text.slice(0, longestValue);
    }
  }

  #close(name: string): void {
    const placemark = this.#placemark;
    if (placemark === undefined) {
      if (name === 'name' && this.#property === '') this.#containers[this.#containers.length - 1] = this.#text.trim();
      else if (name === 'Folder' || name === 'Document') this.#containers.pop();
    } else if (name === 'Placemark') {
      this.#ready.push(placemark.finish());
      this.#placemark = undefined;
    } else if (['SimpleData', 'value', 'name', 'description'].includes(name)) {
      if (this.#property !== undefined) placemark.properties.set(this.#property, this.#text.trim());
    } else {
      placemark.close(name);
    }
    if (name !== 'displayName') this.#property = undefined;
    this.#path.pop();
  }

  #refuse(message: string): never {
    const [reason = ''] = message.split('\n');
    throw new Refusal(
      `The file is no well-formed XML: on line ${this.#line}, ${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}.`,
    );
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** An element's name without the prefix of its namespace. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
