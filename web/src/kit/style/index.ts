// layers.css first: the order of the layers is the order in which they are first named.
import './layers.css'
import '@mantine/core/styles.layer.css'
import './fonts.css'
import './tokens.css'
import './base.css'
