import { expect, test } from 'vitest';
import { answerChanges } from './answer-change.ts';

const offer = {
  name: 'One',
  wholesale_network: 'No',
  url: 'https://one.example/',
  timing_id: 1,
  bandwidth_min_mbps: 100,
  bandwidth_max_mbps: 900,
  bandwidth_up_min_mbps: 0,
  bandwidth_up_max_mbps: 500,
};
const fibre = (...providers: object[]) => ({ technology: 'Fibre', availability: 'Available', set_id: 1, providers });
const none = { technology: 'Fibre', availability: 'Not Available', set_id: 1 };
const adsl = { technology: 'ADSL', availability: 'Not Available', set_id: 5 };
const body = (...results: object[]) => ({ location: ['-41', '174'], results });

test('only technologies with a changed answer are listed, with their speeds', () => {
  expect(answerChanges(body(none, adsl), body(fibre(offer), adsl))).toEqual([
    {
      technology: 'Fibre',
      before: 'Not available',
      after: 'Available: One, 100 to 900\u00a0Mbps down, up to 500\u00a0Mbps up',
    },
  ]);
  expect(answerChanges(body(adsl, none), body(none, adsl))).toEqual([]);
});

test('the completion date of an offer and additional providers are shown', () => {
  const coming = { ...fibre(offer), availability: 'Underway', completion: 'June 2027' };
  const [change] = answerChanges(body(coming), body(fibre(offer, { ...offer, name: 'Two' })));
  expect(change?.before).toBe('Underway (June 2027): One, 100 to 900\u00a0Mbps down, up to 500\u00a0Mbps up');
  expect(change?.after).toMatch(/^Available: One, .+; Two, /);
});

test('wholesale value, address and timing are shown where nothing else differs', () => {
  const [address] = answerChanges(body(fibre(offer)), body(fibre({ ...offer, url: '', wholesale_network: 'Yes' })));
  expect(address?.before).toMatch(/wholesale No, https:\/\/one\.example\/$/);
  expect(address?.after).toMatch(/wholesale Yes, no address$/);
  const [timing] = answerChanges(body(fibre(offer)), body(fibre({ ...offer, timing_id: 2 })));
  expect(timing?.after).toBe(`${timing?.before}, with another timing`);
});
