/** What the guide has to say about a first game: the first time something happens or is asked. */

import type { Cards } from '../../learn/coach'

const CARDS: Cards = {
  welcome: { section: 'CM1', at: ['ring'] },
  laying: { section: 'CM2', at: ['ask', 'prompt', 'discs'] },
  putting: { section: 'CM3.1', at: ['ask', 'prompt', 'reserve'] },
  advancing: { section: 'CM3.2', at: ['ask', 'prompt', 'ring'] },
  crowning: { section: 'CM3.3', at: ['ask', 'prompt', 'reserve'] },
  region_conquered: { section: 'CM4.2', at: ['ring'] },
  regions_joined: { section: 'CM4.3', at: ['ring'] },
  over: { section: 'CM5', at: ['ring'] },
}

export default CARDS
