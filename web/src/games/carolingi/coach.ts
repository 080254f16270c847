/** What the guide has to say about a first game: the first time something happens or is asked. */

import type { Cards } from '../../learn/coach'

const CARDS: Cards = {
  welcome: { section: '1', at: ['map'] },
  placing: { section: '3.1', at: ['prompt', 'court'] },
  swapping: { section: '3.3', at: ['prompt', 'wheel'] },
  starving: { section: '4.2', at: ['prompt', 'map'] },
  influence: { section: '5.1', at: ['prompt', 'rows'] },
  develop: { section: '5.2', at: ['prompt', 'court'] },
  equip_missi: { section: '5.3', at: ['prompt', 'court'] },
  move_troops: { section: '5.4', at: ['prompt', 'map'] },
  battle: { section: '5.5', at: ['prompt', 'map'] },
  soothe_riot: { section: '5.7', at: ['prompt', 'map'] },
  peace: { section: '5.8', at: ['prompt', 'victory'] },
  row_overflowed: { section: '4.1', at: ['rows', 'map'] },
  hunger_began: { section: '4.2', at: ['map'] },
  year_turned: { section: '3.4', at: ['victory', 'annals'] },
  over: { section: '3.5', at: ['victory'] },
}

export default CARDS
