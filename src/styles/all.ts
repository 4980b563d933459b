/** All styles of the site, including the utilities of every island. Some domains have an additional sheet of their own. */
import '@unocss/reset/tailwind.css'
import 'uno.css'
import './all.css'
