import PasswordHashing
import SignInFlows

extension PasswordPolicy {
    init(_ reading: inout ConfigurationReading, canMail: Bool) {
        self.init()
        isOn = reading.flag(.passwordsEnabled)
        self.canMail = canMail
        let logarithm = reading.number(.scryptLogarithm, standard: parameters.logarithmOfN)
        parameters = ScryptParameters(logarithmOfN: logarithm) ?? parameters
    }
}
