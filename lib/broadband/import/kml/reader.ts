import sax from 'sax';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { Placemark } from './placemark.ts';

/** The most nested elements, and the longest text of a property. */
const [deepest, longestValue] = [100, 10_000];

/** A link to another KML file, which is to be shown as if it were here. */
export interface NetworkLink {
  /** Empty if the link does not say. */
  readonly href: string;
  readonly line: number;
}

/** Without `strictEntities`, which the types lack, the parser would accept HTML's entities even in strict mode. */
const parsing = { position: true, strictEntities: true };

/**
 * Reads KML (OGC 07-147r2) as its text arrives, one placemark at a time. Nothing outside the file is ever fetched, and
 * only the five entities of XML itself are expanded.
 */
export class KmlReader {
  /** The name of the folder or document that the placemarks are in. */
  layerName: string | undefined;
  readonly #area: AreaBuilder;
  readonly #parser = sax.parser(true, parsing);
  readonly #path: string[] = [];
  /** The names of the open folders and documents. */
  readonly #containers: (string | undefined)[] = [];
  readonly #layerNames = new Set<string>();
  #placemark: Placemark | undefined;
  #count: number;
  readonly #onLink: (link: NetworkLink) => void;
  /** Where the open `NetworkLink` begins, and what it says. */
  #link: { href: string; line: number } | undefined;
  /** The property whose value is being read. */
  #property: string | undefined;
  #text = '';
  #ready: SourceFeature[] = [];
  /** Lines of coordinates that the parser did not see, and where in its text they last began. */
  #linesPassed = 0;
  #coordinatesOpenedAt = -1;

  /**
   * @param onLink gets each `NetworkLink` when it ends
   * @param before how many placemarks were read from earlier files of the same source
   */
  constructor(area: AreaBuilder, onLink: (link: NetworkLink) => void, before = 0) {
    this.#area = area;
    this.#onLink = onLink;
    this.#count = before;
    const parser = this.#parser;
    parser.ondoctype = () => {
      throw new Refusal({ code: 'kml-doctype' });
    };
    parser.onopentag = ({ name, attributes }) => this.#open(localName(name), attributes as Record<string, string>);
    parser.onclosetag = (name) => this.#close(localName(name));
    parser.ontext = (text) => this.#takeText(text);
    parser.oncdata = (text) => this.#takeText(text);
    parser.onerror = (fault) => this.#refuse(fault.message);
  }

  /** Reads the next piece of the text. @returns the placemarks that it completes @throws Refusal if it is not KML */
  write(text: string): SourceFeature[] {
    this.#ready = [];
    for (let at = 0; at < text.length; ) {
      const end = this.#isAmongCoordinates ? this.#takeCoordinates(text, at) : at;
      if (end === text.length) break;
      // up to where the next coordinates begin, but at least one tag
      const word = text.indexOf('coordinates', end);
      const after = word === -1 ? 0 : text.indexOf('>', word) + 1;
      at = after === 0 ? text.length : after;
      this.#parser.write(text.slice(end, at));
    }
    return this.#ready;
  }

  /** Reads coordinates without the parser, which takes three times as long. @returns where they end */
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

  /** Whether the last tag that the parser read begins the coordinates of a polygon. */
  get #isAmongCoordinates(): boolean {
    return this.#parser.position === this.#coordinatesOpenedAt;
  }

  /** Ends the text. @throws Refusal if it is incomplete */
  end(): void {
    if (this.#path.length > 0) throw new Refusal({ code: 'file-cut-short', line: this.#line });
    this.#parser.close();
    const [name] = this.#layerNames;
    // with several folders the layer has no name
    this.layerName = this.#layerNames.size === 1 ? name : undefined;
  }

  /** How many placemarks were read, those of earlier files among them. */
  get count(): number {
    return this.#count;
  }

  get #line(): number {
    return this.#parser.line + this.#linesPassed + 1;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length === 0 && name !== 'kml') throw new Refusal({ code: 'not-kml', root: name.slice(0, 40) });
    this.#path.push(name);
    if (this.#path.length > deepest) throw new Refusal({ code: 'kml-too-deep', line: this.#line, most: deepest });
    if (name === 'NetworkLink') this.#link = { href: '', line: this.#line };
    if (name === 'link' && attributes.rel === 'next')
      throw new Refusal({ code: 'cut-off-by-page', features: this.#count });
    if (name === 'href' && this.#link !== undefined) this.#beginText(name);
    else if (name === 'Placemark') this.#beginPlacemark(attributes.id);
    else if (this.#placemark !== undefined) this.#openInPlacemark(this.#placemark, name, attributes.name);
    else if (isContainer(name)) this.#containers.push(undefined);
    else if (name === 'name' && isContainer(this.#path.at(-2))) this.#beginText('');
  }

  #beginPlacemark(id: string | undefined): void {
    if (this.#placemark !== undefined) throw new Refusal({ code: 'kml-placemark-nested', line: this.#line });
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
    if (this.#link !== undefined) this.#closeInLink(this.#link, name);
    const placemark = this.#placemark;
    if (placemark === undefined) {
      if (name === 'name' && this.#property === '') this.#containers[this.#containers.length - 1] = this.#text.trim();
      else if (isContainer(name)) this.#containers.pop();
    } else if (name === 'Placemark') {
      this.#ready.push(placemark.finish());
      this.#placemark = undefined;
    } else if (['SimpleData', 'value', 'name', 'description'].includes(name)) {
      const isData = name === 'SimpleData' || name === 'value';
      if (this.#property !== undefined && isData) placemark.takeData(this.#property, this.#text.trim());
      else if (this.#property !== undefined) placemark.takeElement(this.#property, this.#text.trim());
    } else {
      placemark.close(name);
    }
    if (name !== 'displayName') this.#property = undefined;
    this.#path.pop();
  }

  #closeInLink(link: { href: string; line: number }, name: string): void {
    if (name === 'href' && this.#property === 'href') link.href = this.#text.trim();
    if (name !== 'NetworkLink') return;
    this.#link = undefined;
    this.#onLink(link);
  }

  #refuse(message: string): never {
    const [error = ''] = message.split('\n');
    throw new Refusal({ code: 'not-xml', line: this.#line, error: error.replace(/\.$/, '') });
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function isContainer(name: string | undefined): boolean {
  return name === 'Folder' || name === 'Document';
}

/** The name of an element without its namespace prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
